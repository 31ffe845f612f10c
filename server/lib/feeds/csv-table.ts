import { stringify } from 'csv-stringify/sync'

/** The columns of a table, each with its head and what it says of a row. Two heads may be alike. */
export type Columns<Row> = [head: string, read: (row: Row) => string | number][]

/** A table as RFC 4180 describes it, with the byte order mark by which spreadsheets know UTF-8. People choose their
 *  names and answers; what a spreadsheet would take for a formula is shown as text by an apostrophe in front. */
export function csvTable<Row>(columns: Columns<Row>, rows: Row[]): string {
  const lines = rows.map((row) => columns.map(([, read]) => read(row)))
  return stringify([columns.map(([head]) => head), ...lines], {
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    // The library knows a formula by its first letter, a spreadsheet also behind blanks.
    cast: { string: (text) => text.replace(/^[^\S\t\r]+/, '') },
  })
}

/** 2026-11-21 10:00 of Bangkok's clock, which spreadsheets read as a time. */
export function bangkokTime(instant: string): string {
  return new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

import { stringify } from 'csv-stringify/sync'

/** A table's columns, each with its heading and its value for a row. Two headings may be equal. */
export type Columns<Row> = [head: string, read: (row: Row) => string | number][]

/** A table as in RFC 4180, with the byte order mark by which spreadsheets recognize UTF-8. A value that a spreadsheet would
 *  take for a formula starts with an apostrophe: people choose their own names and answers. */
export function csvTable<Row>(columns: Columns<Row>, rows: Row[]): string {
  const lines = rows.map((row) => columns.map(([, read]) => read(row)))
  return stringify([columns.map(([head]) => head), ...lines], {
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    // The library looks at the first character only; spreadsheets also skip spaces.
    cast: { string: (text) => text.replace(/^[^\S\t\r]+/, '') },
  })
}

/** '690.50', from integers: floats must not hold money. */
export function baht(satang: number): string {
  return `${Math.floor(satang / 100)}.${String(satang % 100).padStart(2, '0')}`
}

/** '2026-11-21 10:00' in Bangkok time, which spreadsheets read as a time. */
export function bangkokTime(instant: string): string {
  return new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

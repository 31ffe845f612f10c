import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { zonedIso } from '#contract/dates.ts'
import { fieldProblem } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import * as en from '#languages/en/tables.json'
import * as th from '#languages/th/tables.json'
import * as m from '#messages/answers.json'
import { invalidFields } from '#server/lib/errors/app-error.ts'

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

/** An uploaded table: its headings in lower case, and the rows below. Throws what is wrong with it. */
export function readTable(csv: string): { heads: string[]; rows: string[][] } {
  // Spreadsheets in Thailand save CSV in another encoding unless they are asked for UTF-8.
  if (csv.includes('\uFFFD')) throw invalidTable([m.fileUnreadable])
  const line = csv.slice(0, csv.search(/[\r\n]|$/))
  const delimiter = [',', ';', '\t'].find((mark) => line.includes(mark)) ?? ','
  try {
    const options = { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, trim: true }
    const [head = [], ...rows]: string[][] = parse(csv, options)
    return { heads: head.map((name) => name.trim().toLowerCase()), rows }
  } catch {
    throw invalidTable([m.fileUnreadable])
  }
}

const mostProblems = 100

/** What is wrong with an uploaded table. Rows are counted as spreadsheets do: the headings are row 1. */
export const invalidTable = (problems: string[]) =>
  invalidFields(problems.slice(0, mostProblems).map((words) => fieldProblem('csv', words)))

const texts = inLanguages(en, th)
type Files = 'fileApplicants' | 'fileCodes' | 'fileFigure' | 'fileRefunds'

/** The `Content-Disposition` of a table, with a name in ASCII for old programs (RFC 6266). */
export function tableFile(name: Files, language: Language, values: Record<string, string | number>): string {
  const plain = `attachment; filename="${fill(texts.en[name], values)}.csv"`
  if (language === 'en') return plain
  return `${plain}; filename*=UTF-8''${encodeURIComponent(`${fill(texts[language][name], values)}.csv`)}`
}

/** '690.50', from integers: floats must not hold money. */
export function baht(satang: number): string {
  return `${Math.floor(satang / 100)}.${String(satang % 100).padStart(2, '0')}`
}

/** '2026-11-21 10:00' in Bangkok time, which spreadsheets read as a time. */
export function bangkokTime(instant: string): string {
  return zonedIso(instant).slice(0, 16).replace('T', ' ')
}

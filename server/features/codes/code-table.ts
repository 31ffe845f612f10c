import { fromInput } from '#contract/date-input.ts'
import { type Language, languages } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import { type Code, CodeFields, codeLimits } from '#contract/tickets/codes.schemas.ts'
import * as en from '#languages/en/tables.json'
import * as th from '#languages/th/tables.json'
import * as answers from '#messages/answers.json'
import { baht, bangkokTime, type Columns, csvTable, invalidTable, readTable } from '#server/lib/feeds/csv-table.ts'
import type { StoredCode } from './codes.repository.ts'

export interface NamedType {
  id: number
  name: string
  is_hidden: boolean
}

/** What is wrong with a row, and in which column. */
interface Wrong {
  label: string
  problem: string
}

const texts = inLanguages(en, th)
type Texts = (typeof texts)[Language]

/** The headings of both directions, by the field of a code. */
const headsIn = (m: Texts) => ({
  code: m.code,
  percent: m.percentOff,
  baht: m.bahtOff,
  type_ids: m.ticketTypes,
  capacity: m.seats,
  per_person: m.seatsPerPerson,
  valid_from: m.validFrom,
  valid_until: m.validUntil,
  is_stopped: m.stopped,
})

/** In what is wrong with a row, which is translated when it is sent. */
const heads = headsIn(en)
type Field = keyof typeof heads
const fields = Object.keys(heads) as Field[]
/** Tables come back in the language in which they were downloaded. */
const knownHeads = languages.map((language) => headsIn(texts[language]))

/** How a table names a ticket type that the event no longer has: without it the code would be for all types. */
const removedType = (id: number) => `#${id}`

export function csvOfCodes(codes: Code[], types: NamedType[], language: Language): string {
  const m = texts[language]
  const heads = headsIn(m)
  const names = new Map(types.map(({ id, name }) => [id, name]))
  const time = (instant: string | null) => (instant === null ? '' : bangkokTime(instant))
  const columns: Columns<Code> = [
    [heads.code, ({ code }) => code],
    [heads.percent, ({ percent }) => percent ?? ''],
    [heads.baht, ({ baht }) => baht ?? ''],
    [heads.type_ids, ({ type_ids }) => type_ids.map((id) => names.get(id) ?? removedType(id)).join('; ')],
    [heads.capacity, ({ capacity }) => capacity ?? ''],
    [heads.per_person, ({ per_person }) => per_person ?? ''],
    [heads.valid_from, ({ valid_from }) => time(valid_from)],
    [heads.valid_until, ({ valid_until }) => time(valid_until)],
    [heads.is_stopped, ({ is_stopped }) => (is_stopped ? m.yes : '')],
    [m.used, ({ used }) => used],
    [m.bahtBrought, ({ brought_satang }) => baht(brought_satang)],
  ]
  return csvTable(columns, codes)
}

/** The codes of a table; those that the event has keep what the table has no column for. Throws the problems of all rows. */
export function codesIn(csv: string, types: NamedType[], stored: Map<string, StoredCode>): CodeFields[] {
  const { heads: given, rows } = readTable(csv)
  const columns = given.map((name) =>
    fields.find((field) => knownHeads.some((known) => known[field].toLowerCase() === name)),
  )
  if (!columns.includes('code')) throw invalidTable([answers.codesFileHeadings])
  if (rows.length === 0) throw invalidTable([answers.codesFileEmpty])
  if (rows.length > codeLimits.codes) throw invalidTable([fill(answers.codesUploadAtMost, { most: codeLimits.codes })])

  const codes: CodeFields[] = []
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const number = index + 2
    const typed: Partial<Record<Field, string>> = {}
    for (const [place, field] of columns.entries()) if (field) typed[field] = unescaped(row[place] ?? '')
    const { fields, wrong } = fieldsOf(typed, types, stored.get(typed.code?.trim().toUpperCase() ?? ''))
    if (fields === null) {
      problems.push(...wrong.map((one) => fill(answers.row, { row: number, ...one })))
      continue
    }
    const before = seen.get(fields.code)
    const known = stored.get(fields.code)
    const uses = known?.used ?? 0
    if (before !== undefined)
      problems.push(
        fill(answers.row, { row: number, label: heads.code, problem: fill(answers.rowSameCode, { row: before }) }),
      )
    else if (fields.capacity !== null && fields.capacity < uses) {
      problems.push(
        fill(answers.row, { row: number, label: heads.capacity, problem: fill(answers.rowSeatsUsed, { seats: uses }) }),
      )
    } else if (doesNothing(fields, types) && !(known && doesNothing(known, types))) {
      // A downloaded table goes up again, even if a type is no longer hidden.
      problems.push(fill(answers.row, { row: number, label: heads.percent, problem: answers.codeDoesNothing }))
    } else codes.push(fields)
    seen.set(fields.code, number)
  }
  if (problems.length > 0) throw invalidTable(problems)
  return codes
}

/** Whether a code neither lowers a price nor opens a hidden type. One that is stopped need not. */
export function doesNothing(
  { percent, baht, type_ids, is_stopped }: Omit<CodeFields, 'code'>,
  types: Omit<NamedType, 'name'>[],
): boolean {
  const opens = (id: number) => types.find((type) => type.id === id)?.is_hidden
  return percent === null && baht === null && !is_stopped && !type_ids.some(opens)
}

function fieldsOf(
  typed: Partial<Record<Field, string>>,
  types: NamedType[],
  stored: StoredCode | undefined,
): { fields: CodeFields; wrong: [] } | { fields: null; wrong: Wrong[] } {
  const wrong: Wrong[] = []
  const type_ids = typed.type_ids
    ?.split(';')
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap((name) => {
      const type = types.find((one) => one.name.toLowerCase() === name.toLowerCase())
      const id = type?.id ?? stored?.type_ids.find((id) => removedType(id) === name)
      if (id === undefined) wrong.push({ label: heads.type_ids, problem: fill(answers.rowNoType, { name }) })
      return id ?? []
    })
  if (wrong.length > 0) return { fields: null, wrong }
  const parsed = CodeFields.safeParse({
    ...stored,
    ...typed,
    type_ids: type_ids ?? stored?.type_ids,
    valid_from: instantOf(typed.valid_from) ?? stored?.valid_from,
    valid_until: instantOf(typed.valid_until) ?? stored?.valid_until,
    is_stopped:
      typed.is_stopped === undefined
        ? stored?.is_stopped
        : ['true', '1', en.yes, th.yes].includes(typed.is_stopped.toLowerCase()),
  })
  if (parsed.success) return { fields: parsed.data, wrong: [] }
  return {
    fields: null,
    wrong: parsed.error.issues.map(({ path, message }) => ({
      label: heads[path[0] as Field] ?? heads.code,
      problem: message,
    })),
  }
}

/** As `bangkokTime` writes it, or ISO 8601. */
function instantOf(text: string | undefined): string | undefined {
  return text && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? fromInput(text.replace(' ', 'T')) : text
}

/** Without the apostrophe that `csvTable` puts before what spreadsheets take for a formula. */
const unescaped = (text: string) => text.replace(/^'(?=[-+=@])/, '')

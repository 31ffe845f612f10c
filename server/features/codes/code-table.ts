import { fromInput } from '#contract/dates.ts'
import { type Code, CodeDraft, codeLimits } from '#contract/tickets/codes.schemas.ts'
import { baht, bangkokTime, type Columns, csvTable, invalidTable, readTable } from '#server/lib/feeds/csv-table.ts'

interface NamedType {
  id: number
  name: string
}

/** The headings of both directions, by the field of a code. */
const heads = {
  code: 'Code',
  percent: 'Percent off',
  baht: 'Baht off',
  type_ids: 'Ticket types',
  capacity: 'Seats',
  per_person: 'Seats per person',
  valid_from: 'Valid from',
  valid_until: 'Valid until',
  is_stopped: 'Stopped',
} as const

type Field = keyof typeof heads
const fields = Object.keys(heads) as Field[]

export function csvOfCodes(codes: Code[], types: NamedType[]): string {
  const names = new Map(types.map(({ id, name }) => [id, name]))
  const time = (instant: string | null) => (instant === null ? '' : bangkokTime(instant))
  const columns: Columns<Code> = [
    [heads.code, ({ code }) => code],
    [heads.percent, ({ percent }) => percent ?? ''],
    [heads.baht, ({ baht }) => baht ?? ''],
    [heads.type_ids, ({ type_ids }) => type_ids.flatMap((id) => names.get(id) ?? []).join('; ')],
    [heads.capacity, ({ capacity }) => capacity ?? ''],
    [heads.per_person, ({ per_person }) => per_person ?? ''],
    [heads.valid_from, ({ valid_from }) => time(valid_from)],
    [heads.valid_until, ({ valid_until }) => time(valid_until)],
    [heads.is_stopped, ({ is_stopped }) => (is_stopped ? 'yes' : '')],
    ['Used', ({ used }) => used],
    ['Baht brought', ({ brought_satang }) => baht(brought_satang)],
  ]
  return csvTable(columns, codes)
}

/** The codes of a table; `used` says how many seats have each of the event's codes. Throws the problems of all rows. */
export function draftsIn(csv: string, types: NamedType[], used: Map<string, number>): CodeDraft[] {
  const { heads: given, rows } = readTable(csv)
  const columns = given.map((name) => fields.find((field) => heads[field].toLowerCase() === name))
  if (!columns.includes('code')) throw invalidTable(['The first row must have the headings, of which one is Code.'])
  if (rows.length === 0) throw invalidTable(['This file has no codes below its headings.'])
  if (rows.length > codeLimits.codes) throw invalidTable([`Upload at most ${codeLimits.codes} codes.`])

  const drafts: CodeDraft[] = []
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const number = index + 2
    const typed: Partial<Record<Field, string>> = {}
    for (const [place, field] of columns.entries()) if (field) typed[field] = unescaped(row[place] ?? '')
    const { draft, wrong } = draftOf(typed, types)
    if (draft === null) {
      problems.push(...wrong.map((words) => `Row ${number}, ${words}`))
      continue
    }
    const before = seen.get(draft.code)
    const uses = used.get(draft.code) ?? 0
    if (before !== undefined) problems.push(`Row ${number}, Code: row ${before} has the same code.`)
    else if (draft.capacity !== null && draft.capacity < uses) {
      problems.push(`Row ${number}, Seats: ${uses} seats already have this code. Enter a higher limit.`)
    } else drafts.push(draft)
    seen.set(draft.code, number)
  }
  if (problems.length > 0) throw invalidTable(problems)
  return drafts
}

function draftOf(
  typed: Partial<Record<Field, string>>,
  types: NamedType[],
): { draft: CodeDraft; wrong: [] } | { draft: null; wrong: string[] } {
  const wrong: string[] = []
  const type_ids = (typed.type_ids ?? '')
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap((name) => {
      const type = types.find((one) => one.name.toLowerCase() === name.toLowerCase())
      if (type === undefined) wrong.push(`${heads.type_ids}: this event has no ticket type '${name}'.`)
      return type?.id ?? []
    })
  if (wrong.length > 0) return { draft: null, wrong }
  const parsed = CodeDraft.safeParse({
    ...typed,
    type_ids,
    valid_from: instantOf(typed.valid_from),
    valid_until: instantOf(typed.valid_until),
    is_stopped: /^(yes|true|1)$/i.test(typed.is_stopped ?? ''),
  })
  if (parsed.success) return { draft: parsed.data, wrong: [] }
  return {
    draft: null,
    wrong: parsed.error.issues.map(({ path, message }) => `${heads[path[0] as Field] ?? heads.code}: ${message}`),
  }
}

/** As `bangkokTime` writes it, or ISO 8601. */
function instantOf(text = ''): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? fromInput(text.replace(' ', 'T')) : text
}

/** Without the apostrophe that `csvTable` puts before what spreadsheets take for a formula. */
const unescaped = (text: string) => text.replace(/^'(?=[-+=@])/, '')

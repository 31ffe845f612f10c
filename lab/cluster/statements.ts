import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSpread, placements } from './placement.ts'

/** A statement of the product, as it stands in its source. */
export interface FoundStatement {
  file: string
  /** The function that sends it. */
  name: string
  /** The tables that are spread over shards, of those that it names. */
  tables: string[]
  /** Whether it names one event (or session, or organizer) by its number. */
  isOfOne: boolean
}

/** Names of parts of statements that stand in other files, with the tables that they name. */
const parts: Record<string, string> = {
  eventTables: 'FROM events FROM event_seats',
  eventColumns: 'FROM event_engagement',
  cardColumns: 'FROM event_engagement',
  privateListings: 'FROM private_listings',
  listingsOfDomain: 'FROM private_listings',
  listingsBeyondDomain: 'FROM private_listings',
  lateListings: 'FROM event_listings',
}

/** What is no statement by itself: parts that others are put together of, but for those of lists, which are little else. */
const leftOut = /\.test\.ts$|^(?!features\/events\/listing\/).*\.sql\.ts$|^testing|^admin|^migrations|^sample/

/** Every statement of the server's features and libraries. */
export function findStatements(root: string): FoundStatement[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !leftOut.test(file))
    .sort()
    .flatMap((file) => statementsOf(file, readFileSync(join(root, file), 'utf8')))
}

function statementsOf(file: string, source: string): FoundStatement[] {
  const found: FoundStatement[] = []
  for (const { from, text } of templates(source)) {
    const whole = text.replace(/\$\{(\w+)/g, (all, name: string) => (parts[name] ? `${all} ${parts[name]} ` : all))
    if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|LOCK)\b/i.test(whole)) continue
    const named = [...whole.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(?:ONLY\s+)?(\w+)/gi)].map(([, name]) => name)
    const tables = [...new Set(named)].filter((name): name is string => name !== undefined && placements.has(name))
    const spread = tables.filter(isSpread).sort()
    if (spread.length === 0) continue
    found.push({ file, name: nameAt(source, from), tables: spread, isOfOne: isOfOne(whole, spread) })
  }
  return found
}

/** Whether the statement is told which event it is about. `ANY` of several is several shards. */
function isOfOne(text: string, tables: string[]): boolean {
  if (/\b(\w+\.)?event_id = \$\{|\(\s*event_id[\s\S]*VALUES \(\s*\$\{/.test(text)) return true
  if (
    tables.includes('events') &&
    /\b(e|events)\.id = \$\{|UPDATE events[\s\S]*\bid = \$\{|FROM events WHERE id = \$\{/.test(text)
  )
    return true
  if (tables.every((table) => table === 'sessions')) return /\b(s\.)?id = \$\{/.test(text)
  return tables.every((table) => table === 'follows') && /organizer_id = \$\{/.test(text)
}

/** The outermost templates that are marked as SQL, with all that is nested in them. */
function templates(source: string): { from: number; text: string }[] {
  const found: { from: number; text: string }[] = []
  for (let from = source.indexOf('sql`'); from !== -1; ) {
    const end = endOf(source, from + 4)
    found.push({ from, text: source.slice(from + 4, end) })
    from = source.indexOf('sql`', end)
  }
  return found
}

/** The place of the backtick that ends the template whose text begins at `at`. */
function endOf(source: string, at: number): number {
  let place = at
  while (place < source.length && source[place] !== '`') {
    if (source.startsWith('${', place)) place = endOfValue(source, place + 2)
    place += 1
  }
  return place
}

/** The place of the brace that ends a value in a template. */
function endOfValue(source: string, at: number): number {
  let [place, depth] = [at, 0]
  for (; source[place] !== '}' || depth > 0; place += 1) {
    if (source[place] === '{') depth += 1
    if (source[place] === '}') depth -= 1
    if (source[place] === '`') place = endOf(source, place + 1)
  }
  return place
}

/** The function around a place. */
function nameAt(source: string, place: number): string {
  const names = [...source.slice(0, place).matchAll(/^(?:export )?(?:async )?(?:function |const )(\w+)/gm)]
  return names.at(-1)?.[1] ?? ''
}

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Language } from '#contract/language/languages.ts'
import type { Database } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { eventColumns, otherEventColumns } from '#server/testing/stored-data/event-columns.ts'
import { impersonalTables, personalColumns } from '#server/testing/stored-data/personal-columns.ts'

/** The entries of the policies, one line each. */
const entries = { en: entriesIn('en'), th: entriesIn('th') }

function entriesIn(language: Language): string[] {
  return readFileSync(new URL(`texts/${language}/privacy-policy.md`, import.meta.url), 'utf8')
    .replace(/\n {2}(?=\S)/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- '))
}

test('every column of a listed table is in the list', async () => {
  const { db } = await startApp()
  const found = await columnsIn(db)

  const events = [...Object.keys(eventColumns), ...otherEventColumns]
  const listed = { ...personalColumns, events: Object.fromEntries(events.map((column) => [column, ''])) }
  for (const [table, columns] of Object.entries(listed))
    expect(found[table], table).toEqual(Object.keys(columns).sort())
})

test('the only other tables are those of the queue, which the policy names', async () => {
  const { db } = await startApp()

  const { rows } = await db.pool.query<{ nspname: string }>(`
    SELECT DISTINCT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE relkind IN ('r', 'p') AND nspname NOT IN ('pg_catalog', 'information_schema', 'public') ORDER BY nspname`)

  expect(rows.map(({ nspname }) => nspname)).toEqual(['graphile_worker'])
  expect(entryOf('graphile_worker')).toContain('the address and the words of mails')
})

test("the privacy policy names each table's personal data and its lifetime", async () => {
  const { db } = await startApp()
  const tables = Object.entries(await columnsIn(db))

  for (const [table, columns] of tables) {
    const entry = entryOf(table)
    const hint = `${table} in server/features/information/texts/en/privacy-policy.md`
    expect(
      wordsFor(table, columns).filter((words) => !entry.includes(words)),
      hint,
    ).toEqual([])
    expect(entry, hint).toMatch(/\bKept (until|for|from)\b|\bkept for\b|Made anew when they change/)
  }
  const named = entries.en.flatMap(namesIn)
  expect(named.filter((name) => name !== 'graphile_worker' && !tables.some(([table]) => table === name))).toEqual([])
})

test('the privacy policy in Thai has the same entries, and says how long each table is kept', () => {
  expect(entries.th.map(namesIn)).toEqual(entries.en.map(namesIn))
  for (const table of new Set(entries.th.flatMap(namesIn)))
    expect(entryOf(table, 'th'), table).toMatch(/เก็บไว้|สร้างใหม่เมื่อ/)
})

/** The words by which the policy names the columns: those of the list, or the columns' own names where there is none. */
function wordsFor(table: string, columns: string[]): string[] {
  const listed = table === 'events' ? eventColumns : personalColumns[table]
  if (listed) return Object.values(listed)
  return columns.filter((column) => !/(^|_)id$/.test(column)).map((column) => column.replaceAll('_', ' '))
}

async function columnsIn(db: Database): Promise<Record<string, string[]>> {
  const { rows } = await db.pool.query<{ table_name: string; columns: string[] }>(
    `
    SELECT table_name, array_agg(column_name::text ORDER BY column_name::text COLLATE "C") AS columns
    FROM information_schema.columns
    WHERE table_schema = 'public' AND NOT table_name = ANY($1)
    GROUP BY table_name`,
    [impersonalTables],
  )
  return Object.fromEntries(rows.map(({ table_name, columns }) => [table_name, columns]))
}

/** What the policy says of a table, '' where it does not name it. */
function entryOf(table: string, language: Language = 'en'): string {
  return entries[language].filter((entry) => entry.includes(`\`${table}\``)).join('\n')
}

function namesIn(entry: string): string[] {
  return [...entry.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

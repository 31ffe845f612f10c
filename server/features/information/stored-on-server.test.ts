import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { eventColumns, otherEventColumns } from '#server/testing/stored-data/event-columns.ts'
import { personalColumns } from '#server/testing/stored-data/personal-columns.ts'

/** Tables without a word about anybody. */
const impersonal = [
  ...['event_seats', 'event_engagement', 'listing_counts', 'listing_days', 'reminders', 'signing_key'],
  ...['migrations', 'migration_checksums', 'replica_heartbeat'],
]

/** The entries of the policy, one line each. */
const entries = readFileSync(new URL('texts/privacy-policy.md', import.meta.url), 'utf8')
  .replace(/\n {2}(?=\S)/g, ' ')
  .split('\n')
  .filter((line) => line.startsWith('- '))

test('every table and column of the database is in the list, so that somebody has thought of whom it tells', async () => {
  const { db } = await startApp()

  const { rows } = await db.pool.query<{ table_name: string; columns: string[] }>(
    `
    SELECT table_name, array_agg(column_name::text ORDER BY column_name::text COLLATE "C") AS columns
    FROM information_schema.columns
    WHERE table_schema = 'public' AND NOT table_name = ANY($1)
    GROUP BY table_name`,
    [impersonal],
  )
  const found = Object.fromEntries(rows.map(({ table_name, columns }) => [table_name, columns]))

  const events = [...Object.keys(eventColumns), ...otherEventColumns].sort()
  const listed = Object.entries(personalColumns).map(([table, columns]) => [table, Object.keys(columns).sort()])
  expect(found).toEqual({ ...Object.fromEntries(listed), events })
})

test('the database has no tables elsewhere but those of the queue, which the privacy policy names', async () => {
  const { db } = await startApp()

  const { rows } = await db.pool.query<{ nspname: string }>(`
    SELECT DISTINCT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE relkind IN ('r', 'p') AND nspname NOT IN ('pg_catalog', 'information_schema', 'public') ORDER BY nspname`)

  expect(rows.map(({ nspname }) => nspname)).toEqual(['graphile_worker'])
  expect(entryOf('graphile_worker')).toContain('the address and the words of mails')
})

test.each(Object.entries({ ...personalColumns, events: eventColumns }))(
  'the privacy policy names what %s holds about people, and for how long',
  (table, columns) => {
    const entry = entryOf(table)

    expect(Object.values(columns).filter((words) => !entry.includes(words))).toEqual([])
    expect(entry).toMatch(/\bKept (until|for|from)\b|\bkept for\b|Made anew when they change/)
  },
)

test('the privacy policy names no table that there is not', () => {
  const tables = entries.flatMap((entry) => [...entry.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))

  expect(tables.filter((name) => !(name in personalColumns) && !['events', 'graphile_worker'].includes(name))).toEqual(
    [],
  )
})

/** What the policy says of a table, '' where it does not name it. */
function entryOf(table: string): string {
  return entries.filter((entry) => entry.includes(`\`${table}\``)).join('\n')
}

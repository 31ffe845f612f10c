import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '#server/lib/postgres/database.ts'
import type { Fixture } from '#server/testing/callers/fixture.ts'
import { eventually } from '#server/testing/mail-server.ts'

/** A digest of the rows of each table. If it is equal before and after, nothing was written. Without counted views, which are stored
 *  a minute after they happened. */
export async function contentOf({ pool }: Database): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migration%' AND tablename <> 'event_visits'",
  )
  const digests = tables.map(
    ({ name }) => `
      SELECT '${name}' AS name, count(*) || ' rows ' || md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS digest
      FROM "${name}" t`,
  )
  const { rows } = await pool.query(digests.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** `contentOf` once the fixture's own mails have been sent. */
export async function contentAtRest({ db, allSent }: Fixture): Promise<Record<string, string>> {
  await allSent()
  return eventually(async () => {
    const content = await contentOf(db)
    await sleep(300)
    expect(await contentOf(db)).toEqual(content)
    return content
  })
}
/** Every row of every table as one text. */
export async function textOfAll({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
  const all = tables.map(({ name }) => `SELECT '${name}' || t::text AS line FROM "${name}" t`)
  const { rows } = await pool.query(all.join(' UNION ALL '))
  return rows.map(({ line }) => line).join('\n')
}

import { expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'

const many = 100_000
/** The most rows that a page may read, and the most if no counter has its total: all that are not over, once in half a
 *  minute. */
const mostRead = { usually: 0.15 * many, counting: 0.6 * many }
const tables = [
  ...['events', 'event_listings', 'listing_counts', 'search_words'],
  ...['event_seats', 'tickets', 'likes', 'event_engagement'],
]

/** The events whose names have a word that very many others have in their texts. */
const named = { driver: 70_001, riverside: 70_003 }

/** Puts very many events of one organizer into the tables, past and coming ones. Triggers would take minutes over it, and
 *  indexes are made faster for all rows at once; all of them are back at the commit, or after a failure. */
async function fill({ pool }: Database, ownerId: number, now: Date): Promise<void> {
  const run = (statement: string, values: unknown[] = []) => pool.query(statement, values)
  await run('BEGIN')
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    "SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexname ~ '^event_listings_.*_idx$'",
  )
  for (const { name } of indexes) await run(`DROP INDEX ${name}`)
  for (const table of ['events', 'event_listings', 'event_seats', 'likes']) {
    await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  }
  await run(
    `INSERT INTO events (
       user_id, event_name, description, detailed_description, terms_and_conditions, visibility, category, tags, is_free,
       is_online, ticket_price, expected_price, dress_code, start_date_register, end_date_register, start_date_event,
       end_date_event, address, latitude, longitude, meeting_link, allowed_email_domains, contact_email, contact_phone,
       website_url, facebook_url, twitter_url, instagram_url, other_url, min_age_requirement, created_at, updated_at)
     SELECT $1, 'Walk ' || n, 'd', 'd', '', CASE WHEN n % 50 = 0 THEN 'PRIVATE' ELSE 'PUBLIC' END,
            CASE WHEN n % 20 = 0 THEN 'CONCERT' ELSE 'CONFERENCE' END, 'music,tag' || n % 5000, n % 2 = 0, n % 3 = 0, n % 7, 0,
            'CASUAL', at, at, at, at + interval '3 hours', '', 13, 100, '', CASE WHEN n % 50 = 0 THEN 'ku.th' ELSE '' END,
            '', '', '', '', '', '', '', 0, at - interval '400 days', $2
     FROM (SELECT n, $2::timestamptz + (n - ${many / 2}) * interval '17 minutes' AS at FROM generate_series(1, ${many}) n) made`,
    [ownerId, now],
  )
  await run(
    `INSERT INTO event_listings
     SELECT id, user_id, visibility = 'PUBLIC', end_date_event <= $1, category, string_to_array(tags, ','),
            string_to_array(allowed_email_domains, ','), is_online, ticket_price, start_date_event, end_date_event, created_at,
            ' walk ' || id || named, 'walk ' || id || named || CASE WHEN id % 2 = 0 THEN ' by the river' ELSE '' END,
            CASE WHEN is_online THEN NULL ELSE earth_point(latitude + id % 97 * 0.1, longitude + id % 89 * 0.1) END
     FROM events CROSS JOIN LATERAL (
       SELECT CASE id WHEN ${named.driver} THEN ' driver' WHEN ${named.riverside} THEN ' riverside' ELSE '' END AS named) n`,
    [now],
  )
  await run('INSERT INTO private_listings SELECT * FROM event_listings WHERE NOT is_public')
  await run(`INSERT INTO event_seats (event_id, taken, is_listed, is_over)
             SELECT event_id, event_id % 997, is_public, is_over FROM event_listings`)
  await run(`INSERT INTO listing_counts
             SELECT 'tag', 'tag' || n, 1, 1 FROM generate_series(1, 5000) n UNION ALL SELECT 'all', '', 1, 1`)
  await run(`INSERT INTO search_words SELECT 'word' || n, 1 FROM generate_series(1, 20000) n`)
  for (const table of ['events', 'event_listings', 'event_seats', 'likes'])
    await run(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  for (const { definition } of indexes) await run(definition)
  await run('COMMIT')
  await run('VACUUM ANALYZE')
}

/** The queries of the pages, by the call that makes them. */
const calls = [
  'events?fields=card&limit=8&sort=popular&current=true',
  'events?fields=card&limit=8&sort=popular&current=true&cursor=after_500_60000',
  'events?fields=card&limit=8&sort=soonest&status=UPCOMING',
  'events?fields=card&limit=8&sort=latest',
  'events?fields=card&limit=6',
  'events?fields=card&limit=6&current=true&sort=price&cursor=594',
  'events?fields=card&limit=6&sort=latest&cursor=after_1795230000000000_77',
  'events?fields=card&limit=6&current=true&sort=soonest&category=CONCERT',
  'events?fields=card&limit=6&current=true&sort=soonest&tags=tag77',
  'events?fields=card&limit=6&current=true&sort=soonest&tags=music',
  'events?fields=card&limit=6&current=true&sort=soonest&free=true&online=true',
  'events?fields=card&limit=6&status=ONGOING&sort=soonest',
  'events?fields=card&limit=6&status=COMPLETED&sort=latest',
  'events?fields=card&limit=6&visibility=PRIVATE&current=true&sort=soonest',
  'events?fields=card&limit=6&date=2026-11-25&sort=soonest',
  'events?fields=card&limit=6&date=2026-06-25&sort=soonest',
  'events?fields=card&limit=6&date=2026-11-25&sort=popular',
  'events?fields=card&limit=6&date=2026-11-28&until=2026-11-29&sort=soonest&category=CONCERT',
  'events?fields=card&limit=6&near=13.76,100.50&sort=nearest',
  'events?fields=card&limit=6&near=13.76,100.50&sort=nearest&date=2026-11-28&until=2026-11-29',
  'events?fields=card&limit=12&current=true&sort=soonest&organizer=1',
  'events?fields=card&limit=12&status=COMPLETED&sort=latest&organizer=1',
  'events?fields=card&limit=6&current=true&sort=best&search=51234',
  'events?fields=card&limit=6&sort=best&search=51234',
  'events?fields=card&limit=6&status=COMPLETED&sort=latest&search=41234',
  'events?fields=card&limit=6&current=true&sort=best&search=river',
  'events?fields=card&limit=6&current=true&sort=best&search=wrod7777',
  `events?fields=card&limit=6&current=true&sort=best&search=${encodeURIComponent('สัมนา')}`,
  'categories',
  'tags?limit=40',
  'days?month=2026-11',
]

const feeds = [
  '/feeds/events.atom',
  '/feeds/events.atom?limit=50&cursor=after_1795230000000000_77',
  '/feeds/events.ics?category=CONCERT',
  '/feeds/events.ics?search=51234',
  '/feeds/organizers/1.ics',
]

test(`among ${many} events no page scans a table or much of an index, and the best match is first`, {
  timeout: 120_000,
}, async () => {
  const { as, db, clock, visitor, addOrganizer, addUser } = await startApp(
    { DATABASE_POOL: '2' },
    { forOnceOnly: true },
  )
  const owner = await addOrganizer()
  const member = await addUser({ email: 'member@ku.th' })
  const alone = openDatabase(String(db.pool.options.connectionString), 1, { longWork: true })
  await fill(alone, owner.id, clock.now).finally(() => alone.close())
  // Both connections write down what they have read so far.
  const reads = async () => {
    const flush = () => db.pool.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.02)')
    await Promise.all([flush(), flush()])
    const { rows } = await db.pool.query<{ relname: string; seq_scan: number; idx_tup_fetch: number }>(
      `SELECT relname, seq_scan, idx_tup_fetch FROM pg_stat_user_tables WHERE relname = ANY ($1) AND n_live_tup > 1000`,
      [tables],
    )
    return {
      whole: rows
        .filter(({ seq_scan }) => seq_scan > 0)
        .map(({ relname, seq_scan }) => `${relname} ${seq_scan}`)
        .sort(),
      byIndex: rows.reduce((sum, { idx_tup_fetch }) => sum + idx_tup_fetch, 0),
    }
  }

  for (const path of [...calls.map((call) => `/api/events/${call}`), ...feeds]) {
    for (const viewer of [visitor, as(member)]) {
      const before = await reads()
      expect((await viewer.get(path)).statusCode).toBe(200)
      const after = await reads()
      expect([path, after.whole]).toEqual([path, before.whole])
      const counting = /free=true|search=|near=/.test(path)
      expect(after.byIndex - before.byIndex, path).toBeLessThan(counting ? mostRead.counting : mostRead.usually)
    }
  }

  const best = await as(member).get('/api/events/events?fields=card&limit=2&current=true&sort=best&search=river')
  expect(best.headers['x-total-count']).toBe('10001')
  expect(best.json().map(({ id }: { id: number }) => id)).toEqual([named.riverside, named.driver])
  const second = await visitor.get(
    '/api/events/events?fields=card&limit=1&cursor=1&sort=best&current=true&search=river',
  )
  expect(second.json()[0].id).toBe(named.driver)

  // Hundreds of thousands of rows are left to the next test's database otherwise.
  await db.pool.query('TRUNCATE events, event_listings, event_seats, listing_counts, search_words CASCADE')
})

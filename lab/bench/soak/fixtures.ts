import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { signAccessToken } from '#server/lib/security/tokens.ts'
import { addCrowd } from '#server/testing/crowd.ts'
import { insertEvents } from '#server/testing/insert-events.ts'

const people = 2_000
const listed = 300
const commented = 20

/** A signed-in person with their current tokens. */
export interface Member {
  id: number
  token(): string
}

export interface SoakFixtures {
  tokenSecret: string
  members: Member[]
  owner: Member
  /** Events by id: free without a limit; with a price; and all public ones. */
  free: number[]
  priced: number[]
  all: number[]
  /** Open client connections of PostgreSQL. */
  countConnections(): Promise<number>
  close(): Promise<void>
}

const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '0812345678' }

/** Inserts two thousand people, an organizer and their events directly into the database. */
export async function addSoakFixtures(url: string): Promise<SoakFixtures> {
  const fixtures = await addCrowd(url, people)
  const db = openDatabase(url, 1)
  const { id: ownerId } = await db.one<{ id: number }>(sql`SELECT id FROM users WHERE username = 'organizer'`)
  await db.run(sql`
    INSERT INTO sessions (user_id, started_at, last_used_at, rotated_at, expires_at)
    VALUES (${ownerId}, now(), now(), now(), now() + interval '1 day')`)
  const sessions = await db.many<{ id: string; user_id: number }>(sql`SELECT id, user_id FROM sessions`)
  const members = sessions.map(({ id, user_id }): Member => {
    const token = () => signAccessToken(fixtures.tokenSecret, { userId: user_id, sessionId: id }, new Date())
    return { id: user_id, token }
  })
  const owner = members.find(({ id }) => id === ownerId)
  if (owner === undefined) throw new Error('The organizer has no session.')
  const free = await fixtures.addEvents(commented, null)
  const withPrice = await insertEvents(db, { count: 20, ownerId, now: new Date() }, priced)
  const all = [...free, ...withPrice, ...(await fixtures.addEvents(listed, 100))]

  return {
    tokenSecret: fixtures.tokenSecret,
    ...{ members: members.filter((member) => member !== owner), owner, free, priced: withPrice, all },
    countConnections: async () => {
      const { open } = await db.one<{ open: number }>(sql`
        SELECT count(*)::int AS open FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`)
      return open
    },
    close: async () => {
      await fixtures.close()
      await db.close()
    },
  }
}

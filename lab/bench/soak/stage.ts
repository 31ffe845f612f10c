import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { signAccessToken } from '#server/lib/security/tokens.ts'
import { insertEvents } from '#server/testing/insert-events.ts'
import { openStage } from '#server/testing/rush-stage.ts'

const people = 2_000
const listed = 300
const commented = 20

/** Who is signed in, and how they show it now. */
export interface Member {
  id: number
  token(): string
}

export interface SoakStage {
  tokenSecret: string
  members: Member[]
  owner: Member
  /** Free ones without a limit; with a price; and all that lists show. */
  free: number[]
  priced: number[]
  all: number[]
  /** Connections that PostgreSQL has open to programs. */
  countConnections(): Promise<number>
  close(): Promise<void>
}

const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '0812345678' }

/** Two thousand people, an organizer and their events, straight in the database. */
export async function openSoakStage(url: string): Promise<SoakStage> {
  const stage = await openStage(url, people)
  const db = openDatabase(url, 1)
  const { id: ownerId } = await db.one<{ id: number }>(sql`SELECT id FROM users WHERE username = 'organizer'`)
  await db.run(sql`
    INSERT INTO sessions (user_id, started_at, last_used_at, rotated_at, expires_at)
    VALUES (${ownerId}, now(), now(), now(), now() + interval '1 day')`)
  const sessions = await db.many<{ id: string; user_id: number }>(sql`SELECT id, user_id FROM sessions`)
  const members = sessions.map(({ id, user_id }): Member => {
    const token = () => signAccessToken(stage.tokenSecret, { userId: user_id, sessionId: id }, new Date())
    return { id: user_id, token }
  })
  const owner = members.find(({ id }) => id === ownerId)
  if (owner === undefined) throw new Error('The organizer has no session.')
  const free = await stage.addEvents(commented, null)
  const withPrice = await insertEvents(db, { count: 20, ownerId, now: new Date() }, priced)
  const all = [...free, ...withPrice, ...(await stage.addEvents(listed, 100))]

  return {
    tokenSecret: stage.tokenSecret,
    ...{ members: members.filter((member) => member !== owner), owner, free, priced: withPrice, all },
    countConnections: async () => {
      const { open } = await db.one<{ open: number }>(sql`
        SELECT count(*)::int AS open FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`)
      return open
    },
    close: async () => {
      await stage.close()
      await db.close()
    },
  }
}

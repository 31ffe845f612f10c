import { randomUUID } from 'node:crypto'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { signAccessToken } from '#server/lib/security/tokens.ts'
import { insertEvents } from './insert-events.ts'

/** Many signed-in people and an organizer. */
export interface Crowd {
  tokenSecret: string
  /** One access token per person. */
  tokens: string[]
  addEvents(count: number, capacity: number | null, types?: number[], party?: number): Promise<number[]>
  /** Gives seats to other people, whose time to pay ends at moments spread between `from` and `until`. */
  holdUnpaid(eventId: number, count: number, from: Date, until: Date): Promise<void>
  /** The number of tickets that hold a seat, and the sum of the events' counters. */
  countTickets(eventIds: number[]): Promise<{ tickets: number; counted: number }>
  /** The event's tickets: the path to cancel each, and its holder's token. */
  holdersOf(eventId: number): Promise<{ path: string; token: string }[]>
  /** The length of the waiting list. */
  countWaiting(eventId: number): Promise<number>
  close(): Promise<void>
}

/** Inserts `people` accounts with a session each, and an organizer, directly into the database. */
export async function addCrowd(
  url: string,
  people: number,
  tokenSecret: string = randomUUID() + randomUUID(),
): Promise<Crowd> {
  const db = openDatabase(url, 4)
  const sessions = await db.many<{ id: string; user_id: number }>(sql`
    WITH made AS (
      INSERT INTO users (username, email, first_name, last_name, birth_date)
      SELECT 'person' || n, 'person' || n || '@example.com', 'Person', n::text, '1990-01-01'
      FROM generate_series(1, ${people}::int) n
      RETURNING id
    )
    INSERT INTO sessions (user_id, started_at, last_used_at, rotated_at, expires_at)
    SELECT id, now(), now(), now(), now() + interval '1 day' FROM made
    RETURNING id, user_id`)
  const now = new Date()
  const tokens = sessions.map(({ id, user_id }) =>
    signAccessToken(tokenSecret, { userId: user_id, sessionId: id }, now),
  )
  const tokenOf = new Map(sessions.map(({ user_id }, n) => [user_id, tokens[n] ?? '']))
  const { user_id: ownerId } = await db.one<{ user_id: number }>(sql`
    WITH made AS (
      INSERT INTO users (username, email) VALUES ('organizer', 'organizer@example.com') RETURNING id
    )
    INSERT INTO organizers (user_id, organizer_name, email, organization_type)
    SELECT id, 'Organizer', 'organizer@example.com', 'COMPANY' FROM made
    RETURNING user_id`)
  await db.pool.query('VACUUM ANALYZE')

  return {
    tokenSecret,
    tokens,
    addEvents: (count, capacity, types = [], party = 1) => {
      const ticket_types = types.map((seats, place) => ({ name: `Type ${place}`, price: 100 * place, capacity: seats }))
      return insertEvents(
        db,
        { count, ownerId, now: new Date() },
        { max_attendee: capacity, max_party: party, ticket_types },
      )
    },
    holdUnpaid: async (eventId, count, from, until) => {
      await db.run(sql`
        WITH made AS (
          INSERT INTO users (username, email)
          SELECT 'holder' || n || 'of' || ${eventId}::int, 'holder' || n || 'of' || ${eventId}::int || '@example.com'
          FROM generate_series(1, ${count}::int) n
          RETURNING id
        ), held AS (
          INSERT INTO tickets (register_date, changed_at, event_id, ticket_number, user_id, fullname, status, pay_by, price_satang)
          SELECT now(), now(), ${eventId}, 'HOLD-' || id, id, 'Holder', 'UNPAID',
                 ${from}::timestamptz + random() * (${until}::timestamptz - ${from}::timestamptz), 10000
          FROM made
        )
        UPDATE event_seats SET taken = taken + ${count} WHERE event_id = ${eventId}`)
    },
    countTickets: (eventIds) =>
      db.one(sql`
        SELECT (SELECT count(*) FROM tickets WHERE event_id = ANY (${eventIds}::int[]) AND status IN ('UNPAID', 'ACTIVE', 'USED'))::int AS tickets,
               (SELECT sum(taken) FROM event_seats WHERE event_id = ANY (${eventIds}::int[]))::int AS counted`),
    holdersOf: async (eventId) => {
      const held = await db.many<{ id: number; user_id: number }>(sql`
        SELECT id, user_id FROM tickets WHERE event_id = ${eventId} AND status = 'ACTIVE' ORDER BY id`)
      return held.map(({ id, user_id }) => ({ path: `/api/tickets/${id}/cancel`, token: tokenOf.get(user_id) ?? '' }))
    },
    countWaiting: async (eventId) => {
      const { waiting } = await db.one<{ waiting: number }>(sql`
        SELECT count(*)::int AS waiting FROM tickets WHERE event_id = ${eventId} AND status = 'WAITING'`)
      return waiting
    },
    close: () => db.close(),
  }
}

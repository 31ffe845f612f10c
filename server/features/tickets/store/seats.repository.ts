import { type Db, prepared, sql } from '#server/lib/postgres/database.ts'

/** The seats of one event: `capacity` null means no limit, `taken` counts applications that hold a seat, and `waiting` those
 *  that stand in line. */
export interface Seats {
  capacity: number | null
  taken: number
  waiting: number
}

export async function insertSeats(db: Db, eventId: number, capacity: number | null): Promise<void> {
  await db.run(sql`INSERT INTO event_seats (event_id, capacity) VALUES (${eventId}, ${capacity})`)
}

/** Holds the event's seats until the transaction ends. Read them AFTER this, in a statement of its own: the locking
 *  statement reads the snapshot from before its wait, and so oversells. */
export async function lockSeats(db: Db, eventId: number): Promise<boolean> {
  const locked = await db.run(
    prepared('lock_seats', sql`SELECT FROM event_seats WHERE event_id = ${eventId} FOR UPDATE`),
  )
  return locked === 1
}

/** The same for the event of a person's own application; false where it is not theirs, or there is none. */
export async function lockSeatsOf(db: Db, applicationId: number, userId: number): Promise<boolean> {
  const locked = await db.run(sql`
    SELECT FROM event_seats
    WHERE event_id = (SELECT event_id FROM tickets WHERE id = ${applicationId} AND user_id = ${userId})
    FOR UPDATE`)
  return locked === 1
}

export function selectSeats(db: Db, eventId: number): Promise<Seats> {
  return db.one(sql`SELECT capacity, taken, waiting FROM event_seats WHERE event_id = ${eventId}`)
}

/** Takes seats and places in line (or gives them back, where negative), and says how many wait then. Fails on
 *  event_seats_never_oversold. */
export async function addTaken(db: Db, eventId: number, seats: number, waiting = 0): Promise<number> {
  const after = await db.one<{ waiting: number }>(sql`
    UPDATE event_seats SET taken = taken + ${seats}, waiting = waiting + ${waiting} WHERE event_id = ${eventId}
    RETURNING waiting`)
  return after.waiting
}

/** Call `lockSeats` first. Fails on event_seats_never_oversold where more seats are taken. */
export async function updateCapacity(db: Db, eventId: number, capacity: number | null): Promise<void> {
  await db.run(sql`UPDATE event_seats SET capacity = ${capacity} WHERE event_id = ${eventId}`)
}

/** Frees all seats of an event whose tickets are all cancelled, and empties its line. */
export async function clearTaken(db: Db, eventId: number): Promise<void> {
  await db.run(sql`UPDATE event_seats SET taken = 0, waiting = 0 WHERE event_id = ${eventId}`)
}

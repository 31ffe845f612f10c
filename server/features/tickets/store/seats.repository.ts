import { type Db, prepared, sql } from '#server/lib/postgres/database.ts'

/** An event's seats: `capacity` is null without a limit, `taken` counts held seats, `waiting` the applications on the
 *  waiting list, and `reserved` the free seats held back for a waiting party that does not fit yet. */
export interface Seats {
  capacity: number | null
  taken: number
  waiting: number
  reserved: number
}

export async function insertSeats(db: Db, eventId: number, capacity: number | null): Promise<void> {
  await db.run(sql`INSERT INTO event_seats (event_id, capacity) VALUES (${eventId}, ${capacity})`)
}

/** Locks the event's seats until the transaction ends. Read them AFTER this, in a separate statement: the locking statement
 *  reads the snapshot from before its wait, and so oversells. */
export async function lockSeats(db: Db, eventId: number): Promise<boolean> {
  const locked = await db.run(
    prepared('lock_seats', sql`SELECT FROM event_seats WHERE event_id = ${eventId} FOR UPDATE`),
  )
  return locked === 1
}

export function selectSeats(db: Db, eventId: number): Promise<Seats> {
  return db.one(sql`SELECT capacity, taken, waiting, reserved FROM event_seats WHERE event_id = ${eventId}`)
}

/** Adds to the seats taken and the places on the waiting list (negative numbers give them back); returns how many are
 *  waiting then. `reserved` replaces the number of reserved seats, which is 0 if nobody waits. Fails on
 *  event_seats_never_oversold. */
export async function addTaken(
  db: Db,
  eventId: number,
  seats: number,
  waiting = 0,
  reserved: number | null = null,
): Promise<number> {
  const after = await db.one<{ waiting: number }>(sql`
    UPDATE event_seats
    SET taken = taken + ${seats}, waiting = waiting + ${waiting},
        reserved = CASE WHEN waiting + ${waiting} = 0 THEN 0 ELSE coalesce(${reserved}, reserved) END
    WHERE event_id = ${eventId}
    RETURNING waiting`)
  return after.waiting
}

/** Call `lockSeats` first. Fails on event_seats_never_oversold if more seats than that are taken. */
export async function updateCapacity(db: Db, eventId: number, capacity: number | null): Promise<void> {
  await db.run(sql`UPDATE event_seats SET capacity = ${capacity} WHERE event_id = ${eventId}`)
}

/** Frees all seats and empties the waiting list of an event whose tickets are all cancelled. */
export async function clearTaken(db: Db, eventId: number): Promise<void> {
  await db.run(sql`UPDATE event_seats SET taken = 0, waiting = 0, reserved = 0 WHERE event_id = ${eventId}`)
}

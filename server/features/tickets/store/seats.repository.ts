import type { KeptSeats } from '#contract/tickets/door.ts'
import type { KeepingPhone } from '#contract/tickets/walk-ins.ts'
import { type Db, inThaiOrder, prepared, sql } from '#server/lib/postgres/database.ts'

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
  const locked = await db.run(prepared(sql`SELECT FROM event_seats WHERE event_id = ${eventId} FOR UPDATE`))
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

/** Seats of an event, or of one of its ticket types, that are set aside for the door and not sold yet (migration 131). `kept` is
 *  how many of them phones keep. */
export interface DoorSeats {
  id: number
  ticket_type_id: number | null
  seats: number
  kept: number
}

export function selectDoorSeats(db: Db, eventId: number): Promise<DoorSeats[]> {
  return db.many(sql`
    SELECT id, ticket_type_id, seats, kept FROM door_seats WHERE event_id = ${eventId} ORDER BY ticket_type_id`)
}

/** Sets aside so many seats more, or releases them (a negative number): they count as taken in the event and in the type, and a
 *  trigger counts them as set aside in the event. Returns where they are. Call `lockSeats` first. Fails on
 *  door_seats_never_oversold, event_seats_never_oversold and ticket_types_never_oversold. */
export async function setAside(db: Db, eventId: number, typeId: number | null, seats: number): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO door_seats (event_id, ticket_type_id, seats) VALUES (${eventId}, ${typeId}, greatest(0, ${seats}::integer))
    ON CONFLICT (event_id, ticket_type_id) DO UPDATE SET seats = door_seats.seats + ${seats}
    RETURNING id`)
  await db.run(sql`UPDATE event_seats SET taken = taken + ${seats} WHERE event_id = ${eventId}`)
  if (typeId !== null) await db.run(sql`UPDATE ticket_types SET taken = taken + ${seats} WHERE id = ${typeId}`)
  return id
}

/** Releases all of an event's seats for the door, also those that phones keep. Call `lockSeats` first. */
export async function releaseDoorSeats(db: Db, eventId: number): Promise<void> {
  const all = await selectDoorSeats(db, eventId)
  await db.run(sql`
    DELETE FROM phone_seats p USING door_seats d WHERE d.id = p.door_seats_id AND d.event_id = ${eventId}`)
  await db.run(sql`UPDATE door_seats SET kept = 0 WHERE event_id = ${eventId}`)
  for (const { ticket_type_id, seats } of all) if (seats > 0) await setAside(db, eventId, ticket_type_id, -seats)
}

/** Removes the empty places for seats of these types, or those for seats of any type; false if there are still seats in one. */
export async function dropDoorSeats(db: Db, eventId: number, typeIds: (number | null)[]): Promise<boolean> {
  const all = (await selectDoorSeats(db, eventId)).filter(({ ticket_type_id }) => typeIds.includes(ticket_type_id))
  if (all.some(({ seats }) => seats > 0)) return false
  await db.run(sql`DELETE FROM door_seats WHERE id = ANY (${all.map(({ id }) => id)}::integer[])`)
  return true
}

/** What a phone keeps. */
export function selectKept(
  db: Db,
  eventId: number,
  phoneId: string,
): Promise<(KeptSeats & { door_seats_id: number })[]> {
  return db.many(sql`
    SELECT d.ticket_type_id, p.granted, p.sold, p.door_seats_id
    FROM phone_seats p JOIN door_seats d ON d.id = p.door_seats_id
    WHERE d.event_id = ${eventId} AND p.phone_id = ${phoneId}
    ORDER BY d.ticket_type_id`)
}

/** Lets a phone keep so many more of these seats, or fewer. Fails on door_seats_never_oversold. */
export async function keep(
  db: Db,
  { phoneId, device, doorSeatsId }: { phoneId: string; device: string; doorSeatsId: number },
  more: number,
): Promise<void> {
  await db.run(sql`
    INSERT INTO phone_seats (phone_id, door_seats_id, device, granted)
    VALUES (${phoneId}, ${doorSeatsId}, ${device}, greatest(0, ${more}::integer))
    ON CONFLICT (phone_id, door_seats_id) DO UPDATE
    SET granted = phone_seats.granted + ${more}, device = EXCLUDED.device`)
  await db.run(sql`UPDATE door_seats SET kept = kept + ${more} WHERE id = ${doorSeatsId}`)
}

/** The phones that keep seats of an event. */
export function selectKeepingPhones(db: Db, eventId: number): Promise<KeepingPhone[]> {
  return db.many(sql`
    SELECT p.phone_id, max(p.device) AS device, sum(p.granted - p.sold)::int AS seats
    FROM phone_seats p JOIN door_seats d ON d.id = p.door_seats_id
    WHERE d.event_id = ${eventId} AND p.granted > p.sold
    GROUP BY p.phone_id ORDER BY lower(max(p.device)) ${inThaiOrder}, p.phone_id`)
}

/** Takes back what a phone keeps. Call `lockSeats` first. */
export async function takeKept(db: Db, eventId: number, phoneId: string): Promise<void> {
  for (const { door_seats_id, granted, sold } of await selectKept(db, eventId, phoneId)) {
    await db.run(sql`
      UPDATE phone_seats SET granted = sold WHERE phone_id = ${phoneId} AND door_seats_id = ${door_seats_id}`)
    await db.run(sql`UPDATE door_seats SET kept = kept - ${granted - sold} WHERE id = ${door_seats_id}`)
  }
}

/** Counts a seat that a phone kept as sold, so that it is no longer kept. */
export async function sellKept(db: Db, phoneId: string, doorSeatsId: number): Promise<void> {
  await db.run(sql`
    UPDATE phone_seats SET sold = sold + 1 WHERE phone_id = ${phoneId} AND door_seats_id = ${doorSeatsId}`)
  await db.run(sql`UPDATE door_seats SET kept = kept - 1 WHERE id = ${doorSeatsId}`)
}

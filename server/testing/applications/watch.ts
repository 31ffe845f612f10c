import { onTestFinished } from 'vitest'
import type { ApplicationState } from '#contract/events/application.ts'
import { transitions } from '#contract/events/application.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { sql } from '#server/lib/postgres/database.ts'

/** A change of a `tickets` row, in order; changes of a transaction have the same number. */
export interface Change {
  transaction: string
  id: number
  user_id: number | null
  ticket_type_id: number | null
  party_of: number | null
  was: ApplicationState | null
  is: ApplicationState
  reason: string | null
}

/**
 * Adds triggers that check every event's invariants at the end of each transaction, and abort it if violated: the counters match
 * the rows, a party moves together, all its seats are never free while it waits, and nobody gets a seat that somebody ahead of
 * them could have had or kept. Also logs every change of state.
 */
export async function watchApplications(db: Db): Promise<void> {
  const watching = [changesTable, logChange, logTrigger, seatsKept, checkSeats, ...seatsTriggers]
  for (const statement of watching) await db.run(statement)
  // Remove the triggers for the next test on this database.
  onTestFinished(async () => {
    await db.run(sql`DROP FUNCTION log_change, check_seats, seats_kept CASCADE`)
    await db.run(sql`DROP TABLE changes`)
  })
}

const changesTable = sql`
  CREATE TABLE changes (
    place bigint GENERATED ALWAYS AS IDENTITY, transaction text, event_id integer, id integer, user_id integer,
    ticket_type_id integer, party_of integer,
    was text, is_now text, reason text)`

const logChange = sql`
  CREATE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' OR OLD.status <> NEW.status THEN
      INSERT INTO changes (transaction, event_id, id, user_id, ticket_type_id, party_of, was, is_now, reason)
      VALUES (pg_current_xact_id(), NEW.event_id, NEW.id, NEW.user_id, NEW.ticket_type_id, NEW.party_of,
              CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, NEW.status, NEW.cancel_reason);
    END IF;
    RETURN NULL;
  END $$`

const logTrigger = sql`
  CREATE TRIGGER changes_logged AFTER INSERT OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION log_change()`

/** How many of its seats each party in line has, in order, if the head takes or keeps what is free for it and its type. Of the line
 *  before the application `behind`, as if `more` further seats of one type were free. */
const seatsKept = sql`
  CREATE FUNCTION seats_kept(event integer, behind integer, more integer, of_type integer)
  RETURNS TABLE (id integer, size integer, seats integer) LANGUAGE plpgsql AS $$
  DECLARE
    free integer := more + (SELECT coalesce(capacity, 1000000) - taken FROM event_seats WHERE event_id = event);
    free_of jsonb := (
      SELECT coalesce(jsonb_object_agg(
        y.id, coalesce(y.capacity, 1000000) - y.taken + CASE WHEN y.id = of_type THEN more ELSE 0 END), '{}')
      FROM ticket_types y WHERE y.event_id = event);
    one record;
  BEGIN
    FOR one IN
      SELECT t.id, t.ticket_type_id::text AS type, 1 + (SELECT count(*)::int FROM tickets g WHERE g.party_of = t.id) AS size
      FROM tickets t
      WHERE t.event_id = event AND t.status = 'WAITING' AND t.party_of IS NULL AND (behind IS NULL OR t.id < behind)
      ORDER BY t.id
    LOOP
      id := one.id;
      size := one.size;
      seats := greatest(0, least(size, free, coalesce((free_of ->> one.type)::integer, free)));
      free := free - seats;
      IF one.type IS NOT NULL THEN
        free_of := jsonb_set(free_of, ARRAY[one.type], to_jsonb((free_of ->> one.type)::integer - seats));
      END IF;
      RETURN NEXT;
    END LOOP;
  END $$`

const checkSeats = sql`
  CREATE FUNCTION check_seats() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    seats event_seats;
    held integer;
    waits integer;
    got record;
  BEGIN
    SELECT * INTO seats FROM event_seats WHERE event_id = NEW.event_id;
    SELECT count(*) FILTER (WHERE status IN ('INVITED', 'UNPAID', 'ACTIVE', 'USED'))
             + (SELECT coalesce(sum(d.seats), 0) FROM door_seats d WHERE d.event_id = NEW.event_id),
           count(*) FILTER (WHERE status = 'WAITING' AND party_of IS NULL)
    INTO held, waits FROM tickets WHERE event_id = NEW.event_id;
    IF (seats.taken, seats.waiting) <> (held, waits) THEN
      RAISE 'event % counts % taken and % waiting, and its rows are % and %',
        NEW.event_id, seats.taken, seats.waiting, held, waits;
    END IF;
    IF EXISTS (
      SELECT FROM ticket_types y
      WHERE y.event_id = NEW.event_id AND (y.taken, y.waiting) <> (
        SELECT count(*) FILTER (WHERE t.status IN ('INVITED', 'UNPAID', 'ACTIVE', 'USED'))
                 + (SELECT coalesce(sum(d.seats), 0) FROM door_seats d WHERE d.ticket_type_id = y.id),
               count(*) FILTER (WHERE t.status = 'WAITING' AND t.party_of IS NULL)
        FROM tickets t WHERE t.ticket_type_id = y.id)
    ) THEN
      RAISE 'event % has a ticket type whose counts are not those of its rows', NEW.event_id;
    END IF;
    IF EXISTS (
      SELECT FROM door_seats d
      WHERE d.event_id = NEW.event_id AND d.kept <> (
        SELECT coalesce(sum(p.granted - p.sold), 0) FROM phone_seats p WHERE p.door_seats_id = d.id)
    ) THEN
      RAISE 'event % counts seats that phones keep, and the phones keep others', NEW.event_id;
    END IF;
    IF EXISTS (
      SELECT FROM codes c
      WHERE c.event_id = NEW.event_id AND (c.used > c.capacity OR c.used <> (
        SELECT count(*) FROM tickets t WHERE t.code_id = c.id AND t.status <> 'CANCELLED'))
    ) THEN
      RAISE 'event % has a code whose count is not that of its rows, or above its limit', NEW.event_id;
    END IF;
    IF EXISTS (
      SELECT FROM tickets g JOIN tickets t ON t.id = g.party_of
      WHERE t.event_id = NEW.event_id AND g.status <> t.status AND g.cancel_reason IS DISTINCT FROM 'passed_on'
        AND (g.status IN ('WAITING', 'PENDING', 'UNPAID') OR t.status IN ('WAITING', 'PENDING', 'UNPAID'))
    ) THEN
      RAISE 'event % has a party that is not in one state', NEW.event_id;
    END IF;
    IF EXISTS (SELECT FROM seats_kept(NEW.event_id, NULL, 0, NULL) k WHERE k.seats = k.size) THEN
      RAISE 'event % has a free seat while % wait', NEW.event_id, waits;
    END IF;
    IF seats.capacity IS NOT NULL AND seats.reserved <> (
      SELECT coalesce(sum(k.seats), 0) FROM seats_kept(NEW.event_id, NULL, 0, NULL) k
    ) THEN
      RAISE 'event % keeps % seats for its line', NEW.event_id, seats.reserved;
    END IF;
    IF waits = 0 THEN RETURN NULL; END IF;
    FOR got IN
      SELECT c.id, c.ticket_type_id, 1 + (SELECT count(*)::int FROM tickets g WHERE g.party_of = c.id) AS size
      FROM changes c
      WHERE c.event_id = NEW.event_id AND c.transaction = pg_current_xact_id()::text AND c.party_of IS NULL
        AND (c.was IS NULL OR c.was = 'WAITING') AND c.is_now IN ('INVITED', 'UNPAID', 'ACTIVE', 'USED')
        -- What was set aside for the door is not the line's.
        AND NOT EXISTS (SELECT FROM tickets t WHERE t.id = c.id AND t.door_seats_id IS NOT NULL)
    LOOP
      IF EXISTS (
        SELECT FROM seats_kept(NEW.event_id, got.id, 0, NULL) k
        JOIN seats_kept(NEW.event_id, got.id, got.size, got.ticket_type_id) more USING (id)
        WHERE more.seats > k.seats
      ) THEN
        RAISE 'in event % somebody got a seat before others in line', NEW.event_id;
      END IF;
    END LOOP;
    RETURN NULL;
  END $$`

/** Checked on writes to either table, so that neither update can be forgotten. */
const seatsTriggers = [
  sql`
    CREATE CONSTRAINT TRIGGER seats_checked AFTER UPDATE ON event_seats DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_seats()`,
  sql`
    CREATE CONSTRAINT TRIGGER applications_checked AFTER INSERT OR UPDATE OF status ON tickets
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_seats()`,
]

/** All changes of an event's applications. */
export function readChanges(db: Db, eventId: number): Promise<Change[]> {
  return db.many(sql`
    SELECT transaction, id, user_id, ticket_type_id, party_of, was, is_now AS is, reason FROM changes WHERE event_id = ${eventId} ORDER BY place`)
}

/** A sentence for each invalid change: a transition that the contract does not allow, a second live application of a person, or
 *  a promotion out of order within a ticket type. */
export function faultsIn(changes: Change[]): string[] {
  const faults: string[] = []
  const states = new Map<number, Change>()
  for (const together of byTransaction(changes)) {
    for (const change of together) {
      if (!isKnown(change)) faults.push(`${change.was} became ${change.is} (${change.reason})`)
      if ((states.get(change.id)?.is ?? null) !== change.was) faults.push(`${change.id} was not ${change.was}`)
      states.set(change.id, change)
    }
    // Guests are with their application.
    const live = [...states.values()].filter(({ is, party_of }) => is !== 'CANCELLED' && party_of === null)
    const people = live.map(({ user_id }) => user_id).filter((id) => id !== null)
    if (new Set(people).size < people.length) faults.push('somebody has two applications')
    const promoted = together.filter(
      ({ was, is, party_of }) => party_of === null && was === 'WAITING' && (is === 'UNPAID' || is === 'ACTIVE'),
    )
    for (const { id, ticket_type_id: type } of promoted) {
      const same = live.filter((one) => one.is === 'WAITING' && one.ticket_type_id === type)
      const first = Math.min(...same.map((one) => one.id))
      if (id > first) faults.push(`${id} was promoted before ${first}`)
    }
  }
  return faults
}

function isKnown({ was, is, reason }: Change): boolean {
  return transitions.some(
    ({ from, to, why }) => from === was && to === is && (is === 'CANCELLED' ? why === reason : reason === null),
  )
}

/** Check-ins do not lock the event, so that they may come between two changes of another transaction. All others lock it. */
function byTransaction(changes: Change[]): Change[][] {
  const groups = new Map<string, Change[]>()
  for (const change of changes) groups.set(change.transaction, [...(groups.get(change.transaction) ?? []), change])
  return [...groups.values()]
}

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
  was: ApplicationState | null
  is: ApplicationState
  reason: string | null
}

/**
 * Adds triggers that check every event's invariants at the end of each transaction, and abort it otherwise: the counters match
 * the rows, and no seat is free while someone on the waiting list could have it. Also logs every change of state.
 */
export async function watchApplications(db: Db): Promise<void> {
  const watching = [changesTable, logChange, logTrigger, checkSeats, ...seatsTriggers]
  for (const statement of watching) await db.run(statement)
  // Remove the triggers for the next test on this database.
  onTestFinished(async () => {
    await db.run(sql`DROP FUNCTION log_change, check_seats CASCADE`)
    await db.run(sql`DROP TABLE changes`)
  })
}

const changesTable = sql`
  CREATE TABLE changes (
    place bigint GENERATED ALWAYS AS IDENTITY, transaction text, event_id integer, id integer, user_id integer,
    was text, is_now text, reason text)`

const logChange = sql`
  CREATE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' OR OLD.status <> NEW.status THEN
      INSERT INTO changes (transaction, event_id, id, user_id, was, is_now, reason)
      VALUES (pg_current_xact_id(), NEW.event_id, NEW.id, NEW.user_id,
              CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, NEW.status, NEW.cancel_reason);
    END IF;
    RETURN NULL;
  END $$`

const logTrigger = sql`
  CREATE TRIGGER changes_logged AFTER INSERT OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION log_change()`

const checkSeats = sql`
  CREATE FUNCTION check_seats() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    seats event_seats;
    held integer;
    waits integer;
  BEGIN
    SELECT * INTO seats FROM event_seats WHERE event_id = NEW.event_id;
    SELECT count(*) FILTER (WHERE status IN ('UNPAID', 'ACTIVE', 'USED')), count(*) FILTER (WHERE status = 'WAITING')
    INTO held, waits FROM tickets WHERE event_id = NEW.event_id;
    IF (seats.taken, seats.waiting) <> (held, waits) THEN
      RAISE 'event % counts % taken and % waiting, and its rows are % and %',
        NEW.event_id, seats.taken, seats.waiting, held, waits;
    END IF;
    IF waits > 0 AND (seats.capacity IS NULL OR seats.taken < seats.capacity) THEN
      RAISE 'event % has a free seat while % wait', NEW.event_id, waits;
    END IF;
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
    SELECT transaction, id, user_id, was, is_now AS is, reason FROM changes WHERE event_id = ${eventId} ORDER BY place`)
}

/** Sentences about invalid changes: transitions that the contract does not have, two live applications of a person, and a waiting
 *  list served out of order. */
export function faultsIn(changes: Change[]): string[] {
  const faults: string[] = []
  const states = new Map<number, Change>()
  for (const together of byTransaction(changes)) {
    for (const change of together) {
      if (!isKnown(change)) faults.push(`${change.was} became ${change.is} (${change.reason})`)
      if ((states.get(change.id)?.is ?? null) !== change.was) faults.push(`${change.id} was not ${change.was}`)
      states.set(change.id, change)
    }
    const live = [...states.values()].filter(({ is }) => is !== 'CANCELLED')
    const people = live.map(({ user_id }) => user_id).filter((id) => id !== null)
    if (new Set(people).size < people.length) faults.push('somebody has two applications')
    const promoted = together.filter(({ was, is }) => was === 'WAITING' && (is === 'UNPAID' || is === 'ACTIVE'))
    const first = Math.min(...live.filter(({ is }) => is === 'WAITING').map(({ id }) => id))
    for (const { id } of promoted) if (id > first) faults.push(`${id} was promoted before ${first}`)
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

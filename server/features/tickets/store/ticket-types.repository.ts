import type { TicketTypeFields } from '#contract/events/ticket-types.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** A ticket type with its seats: `taken` counts applications that hold one, `waiting` those that wait for one. A trigger
 *  counts both (migration 110). */
export interface TypeRow {
  id: number
  event_id: number
  name: string
  price_satang: number
  /** Null without a limit of its own. */
  capacity: number | null
  taken: number
  waiting: number
  on_sale_from: string | null
  on_sale_until: string | null
  closed_at: string | null
}

/** The name of application `t`'s type; '' without one. */
export const nameOfType: Sql = sql`
  CASE WHEN t.ticket_type_id IS NULL THEN '' ELSE (SELECT y.name FROM ticket_types y WHERE y.id = t.ticket_type_id) END`

/** The types of these events, in order. Call `lockSeats` first, in a statement of its own. */
export function selectTypes(db: Db, eventIds: number[]): Promise<TypeRow[]> {
  return db.many(sql`
    SELECT id, event_id, name, price_satang, capacity, taken, waiting, on_sale_from, on_sale_until, closed_at
    FROM ticket_types WHERE event_id = ANY (${eventIds}::integer[])
    ORDER BY event_id, position`)
}

/** As their owner typed them. */
export function selectTypeFields(db: Db, eventId: number): Promise<TicketTypeFields[]> {
  return db.many(sql`
    SELECT id, name, note, price_satang / 100.0 AS price, capacity, on_sale_from, on_sale_until,
           closed_at IS NOT NULL AS is_closed, is_hidden
    FROM ticket_types WHERE event_id = ${eventId}
    ORDER BY position`)
}

/** Whether anybody ever applied with one of these types. */
export async function hadTicketsOfTypes(db: Db, typeIds: number[]): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT FROM tickets WHERE ticket_type_id = ANY (${typeIds}::integer[]) LIMIT 1`)
  return found !== null
}

/** Fails on tickets_type_fkey if somebody has applied with one of them. */
export async function removeTypes(db: Db, typeIds: number[]): Promise<void> {
  await db.run(sql`DELETE FROM ticket_types WHERE id = ANY (${typeIds}::integer[])`)
}

/** Inserts those without an id and updates the others, in the given order. Fails on ticket_types_never_oversold. */
export async function writeTypes(db: Db, eventId: number, types: TicketTypeFields[], now: Date): Promise<void> {
  const given = types.map((type, position) => ({ ...type, position, price_satang: Math.round(type.price * 100) }))
  const rows = (wanted: typeof given) => sql`
    jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      AS g (id integer, position integer, name text, note text, price_satang integer, capacity integer,
            on_sale_from timestamptz, on_sale_until timestamptz, is_closed boolean, is_hidden boolean)`
  await db.run(sql`
    UPDATE ticket_types y
    SET position = g.position, name = g.name, note = g.note, price_satang = g.price_satang, capacity = g.capacity,
        on_sale_from = g.on_sale_from, on_sale_until = g.on_sale_until,
        closed_at = CASE WHEN g.is_closed THEN coalesce(y.closed_at, ${now}) END, is_hidden = g.is_hidden
    FROM ${rows(given.filter(({ id }) => id !== null))}
    WHERE y.id = g.id AND y.event_id = ${eventId}`)
  await db.run(sql`
    INSERT INTO ticket_types (event_id, position, name, note, price_satang, capacity, on_sale_from, on_sale_until, closed_at,
                              is_hidden)
    SELECT ${eventId}, position, name, note, price_satang, capacity, on_sale_from, on_sale_until,
           CASE WHEN is_closed THEN ${now}::timestamptz END, is_hidden
    FROM ${rows(given.filter(({ id }) => id === null))}`)
}

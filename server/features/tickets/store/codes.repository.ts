import type { Reduction } from '#contract/events/ticket-types.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** When and how often a code may be used. */
export interface CodeLimits {
  /** In seats; null without a limit. */
  capacity: number | null
  per_person: number | null
  /** The seats of applications that have not ended. Waiting ones count, because they keep the price. */
  used: number
  valid_from: string | null
  valid_until: string | null
  stopped_at: string | null
}

/** A code with the fields that decide about applications. A trigger counts its uses (migration 116). */
export interface UsableCode extends Reduction, CodeLimits {
  id: number
  event_id: number
  code: string
}

/** The code of application `t`; '' without one. */
export const codeOfTicket: Sql = sql`
  CASE WHEN t.code_id IS NULL THEN '' ELSE (SELECT c.code FROM codes c WHERE c.id = t.code_id) END`

/** The existing ones of these codes. For applications, call `lockSeats` first, in a statement of its own. */
export function selectCodes(db: Db, wanted: { eventId: number; code: string }[]): Promise<UsableCode[]> {
  return db.many(sql`
    SELECT c.id, c.event_id, c.code, c.percent, c.off_satang / 100.0 AS baht, c.type_ids, c.capacity, c.per_person, c.used,
           c.valid_from, c.valid_until, c.stopped_at
    FROM (
      SELECT DISTINCT event_id, code
      FROM unnest(${wanted.map(({ eventId }) => eventId)}::integer[], ${wanted.map(({ code }) => code)}::text[])
        AS given (event_id, code)
    ) given
    JOIN codes c ON c.event_id = given.event_id AND c.code = given.code`)
}

/** The price with code `c`, in satang, as `reducedPrice` in the contract; the same price where `c` is null. */
export function reducedBy(price: Sql): Sql {
  return sql`
    CASE WHEN c.percent IS NOT NULL THEN round(${price}::bigint * (100 - c.percent) / 100.0)::integer
         WHEN c.off_satang IS NOT NULL THEN greatest(0, ${price} - c.off_satang)
         ELSE ${price} END`
}

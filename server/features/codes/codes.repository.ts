import type { CheckedCode, Code, CodeFields } from '#contract/tickets/codes.schemas.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import { eventTables, ticketTypes } from '#server/features/events/sql/event-columns.sql.ts'
import { isReadableBy } from '#server/features/events/sql/event-conditions.sql.ts'
import type { UsableCode } from '#server/features/tickets/store/codes.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

interface Page {
  /** Only this one. */
  id?: number
  search?: string | undefined
  limit?: number
  cursor?: number
}

const matching = (eventId: number, search = ''): Sql =>
  sql`c.event_id = ${eventId} AND strpos(c.code, ${search.toUpperCase()}) > 0`

const codeColumns: Sql = sql`
  c.code, c.percent, c.off_satang / 100.0 AS baht, coalesce(c.type_ids, '{}') AS type_ids, c.capacity, c.per_person,
  c.valid_from, c.valid_until, c.stopped_at IS NOT NULL AS is_stopped, c.used`

/** Newest first. */
export function selectCodesOf(db: Db, eventId: number, { id, search, limit, cursor }: Page = {}): Promise<Code[]> {
  return db.many(sql`
    SELECT c.id, ${codeColumns},
           (SELECT coalesce(sum(t.price_satang), 0)::float8 FROM tickets t
            WHERE t.code_id = c.id AND t.status IN ('ACTIVE', 'USED')) AS brought_satang
    FROM codes c
    WHERE ${matching(eventId, search)} AND ${id === undefined ? sql`true` : sql`c.id = ${id}`}
    ORDER BY c.id DESC
    LIMIT ${limit ?? null} OFFSET ${cursor ?? 0}`)
}

export async function countCodes(db: Db, eventId: number, search?: string): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM codes c WHERE ${matching(eventId, search)}`)
  return total
}

const given = (codes: CodeFields[]): Sql => sql`
  jsonb_to_recordset(${JSON.stringify(
    codes.map(({ baht, type_ids, ...code }) => ({
      ...code,
      off_satang: baht === null ? null : Math.round(baht * 100),
      type_ids: type_ids.length === 0 ? null : type_ids,
    })),
  )}::jsonb)
    AS g (code text, percent integer, off_satang integer, type_ids integer[], capacity integer, per_person integer,
          valid_from timestamptz, valid_until timestamptz, is_stopped boolean)`

/** Returns the ids of the codes that were added, by their texts: not those that the event has already. */
export async function insertCodes(
  db: Db,
  eventId: number,
  codes: CodeFields[],
  now: Date,
): Promise<Map<string, number>> {
  const added = await db.many<{ id: number; code: string }>(sql`
    INSERT INTO codes (event_id, code, percent, off_satang, type_ids, capacity, per_person, valid_from, valid_until, stopped_at)
    SELECT ${eventId}, code, percent, off_satang, type_ids, capacity, per_person, valid_from, valid_until,
           CASE WHEN is_stopped THEN ${now}::timestamptz END
    FROM ${given(codes)}
    ON CONFLICT (event_id, code) DO NOTHING
    RETURNING id, code`)
  return new Map(added.map(({ id, code }) => [code, id]))
}

/** Changes codes of the event by their text. Fails on codes_never_overused. */
export async function updateCodes(db: Db, eventId: number, codes: CodeFields[], now: Date): Promise<void> {
  await db.run(sql`
    UPDATE codes c
    SET percent = g.percent, off_satang = g.off_satang, type_ids = g.type_ids, capacity = g.capacity,
        per_person = g.per_person, valid_from = g.valid_from, valid_until = g.valid_until,
        stopped_at = CASE WHEN g.is_stopped THEN coalesce(c.stopped_at, ${now}) END
    FROM ${given(codes)}
    WHERE c.event_id = ${eventId} AND c.code = g.code`)
}

/** Fails on codes_code_key. */
export async function renameCode(db: Db, id: number, code: string): Promise<void> {
  await db.run(sql`UPDATE codes SET code = ${code} WHERE id = ${id}`)
}

/** Null if the event has no such code. Call `lockSeats` first. */
export function selectCode(
  db: Db,
  eventId: number,
  id: number,
): Promise<{ code: string; used: number; type_ids: number[] } | null> {
  return db.maybeOne(sql`
    SELECT code, used, coalesce(type_ids, '{}') AS type_ids FROM codes WHERE event_id = ${eventId} AND id = ${id}`)
}

/** A code without what its tickets have brought. */
export type StoredCode = Omit<Code, 'id' | 'brought_satang'>

/** The event's codes by their texts. Call `lockSeats` first. */
export async function selectStored(db: Db, eventId: number): Promise<Map<string, StoredCode>> {
  const codes = await db.many<StoredCode>(sql`SELECT ${codeColumns} FROM codes c WHERE c.event_id = ${eventId}`)
  return new Map(codes.map((code) => [code.code, code]))
}

/** False if the event has no such code. Fails on tickets_code_fkey if anybody applied with it. */
export async function deleteCode(db: Db, eventId: number, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM codes WHERE event_id = ${eventId} AND id = ${id}`)) === 1
}

/** Notes whether the event has codes that are not stopped; true if that has changed, and so what its page shows. */
export async function updateHasCodes(db: Db, eventId: number): Promise<boolean> {
  const has = sql`EXISTS (SELECT FROM codes c WHERE c.event_id = ${eventId} AND c.stopped_at IS NULL)`
  const changed = await db.run(sql`
    UPDATE events SET has_codes = NOT has_codes, version = version + 1 WHERE id = ${eventId} AND has_codes <> ${has}`)
  return changed === 1
}

/** The hidden ticket types that a code opens, for somebody who sees the event; null for those who do not. */
export async function selectOpened(
  db: Db,
  eventId: number,
  code: UsableCode | null,
  viewer: Viewer,
  now: Date,
): Promise<CheckedCode['opened'] | null> {
  const shown = sql`y.is_hidden AND y.id = ANY (${code?.type_ids ?? []}::integer[])`
  const found = await db.maybeOne<{ opened: CheckedCode['opened'] }>(sql`
    SELECT ${ticketTypes(now, { isForOwner: sql`false`, shown })} AS opened
    FROM ${eventTables}
    WHERE e.id = ${eventId} AND ${isReadableBy(viewer)}`)
  return found?.opened ?? null
}

import { type Db, sql } from './database.ts'

/** In milliseconds: several processes beat as often as one. */
const atLeastApart = 400

/** Writes down the primary's clock, from which a replica tells how late it is. Returns that clock, in milliseconds since
 *  1970. */
export async function beat(primary: Db): Promise<number> {
  const { clock } = await primary.one<{ clock: number }>(sql`
    WITH written AS (
      INSERT INTO replica_heartbeat (beat_at) VALUES (clock_timestamp())
      ON CONFLICT (is_only) DO UPDATE SET beat_at = excluded.beat_at
        WHERE replica_heartbeat.beat_at < excluded.beat_at - ${atLeastApart} * interval '1 millisecond'
    )
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS clock`)
  return clock
}

/** The newest heartbeat that has arrived, in milliseconds since 1970 by the primary's clock; null where none has. */
export async function newestBeat(replica: Db): Promise<number | null> {
  const row = await replica.maybeOne<{ at: number }>(
    sql`SELECT extract(epoch FROM beat_at)::float8 * 1000 AS at FROM replica_heartbeat`,
  )
  return row?.at ?? null
}

import { type Db, sql } from '#server/lib/postgres/database.ts'

/** Tells every server process which events have changed, so that the pages that are open on them follow. */
export interface Announcer {
  /** Call it after the commit, and as often as one likes. It may get lost, and is then noticed some seconds later. */
  announce(eventId: number): void
  /** Tells at once what still waits. */
  flush(): Promise<void>
}

export const announcements = 'live_events'

/** Between two announcements of one process, in milliseconds. */
const pause = 250

/**
 * Gathers what changes within a quarter of a second and tells it in one statement, outside of every transaction: a
 * NOTIFY takes a lock of the whole database when its transaction commits, which would put all rushes of all events in one
 * line.
 */
export function openAnnouncer(db: Db): Announcer {
  const waiting = new Set<number>()
  let timer: NodeJS.Timeout | null = null
  let toldAt = Number.NEGATIVE_INFINITY

  async function flush() {
    if (timer) clearTimeout(timer)
    timer = null
    if (waiting.size === 0) return
    toldAt = performance.now()
    const ids = [...waiting]
    waiting.clear()
    const told = sql`SELECT pg_notify(${announcements}, id::text) FROM unnest(${ids}::integer[]) id`
    // An announcement that fails is not repeated: followers look at all their events every few seconds anyway.
    await db.run(told).catch(() => undefined)
  }

  return {
    announce(eventId) {
      waiting.add(eventId)
      timer ??= setTimeout(flush, Math.max(0, toldAt + pause - performance.now())).unref()
    },
    flush,
  }
}

import { type Database, sql } from '#server/lib/postgres/database.ts'
import type { Listening } from '#server/lib/postgres/listening.ts'

/** Tells every server process which events have changed, so that what they show of them follows. */
export interface Announcer {
  /** Call it after the commit, and as often as one likes. Other processes may miss it, and notice some seconds later. */
  announce(eventId: number): void
  /** Tells at once what still waits. */
  flush(): Promise<void>
  /** Hears what this process and all others announce; over one connection, however many hear. */
  hear(hearing: Hearing): Listening
}

export interface Hearing {
  /** An event has changed. What this process announces itself is told at once as `own`, and a moment later again, as all
   *  that is announced. */
  onChange(eventId: number, whose: 'own' | 'announced'): void
  /** The process begins to hear others, for the first time or after a break: something may have been missed. */
  onListening(): void
}

const channel = 'live_events'

/** Between two announcements of one process, in milliseconds. */
const pause = 250

/**
 * Gathers what changes within a quarter of a second and tells it in one statement, outside of every transaction: a
 * NOTIFY takes a lock of the whole database when its transaction commits, which would put all rushes of all events in one
 * line.
 */
export function openAnnouncer(db: Database): Announcer {
  const waiting = new Set<number>()
  const hearings = new Set<Hearing>()
  let listening: Listening | null = null
  let timer: NodeJS.Timeout | null = null
  let toldAt = Number.NEGATIVE_INFINITY

  async function flush() {
    if (timer) clearTimeout(timer)
    timer = null
    if (waiting.size === 0) return
    toldAt = performance.now()
    const ids = [...waiting]
    waiting.clear()
    const told = sql`SELECT pg_notify(${channel}, id::text) FROM unnest(${ids}::integer[]) id`
    // An announcement that fails is not repeated: followers look at all their events every few seconds anyway.
    await db.run(told).catch(() => undefined)
  }

  function listen(): Listening {
    return db.listen(channel, {
      onMessage: (id) => {
        for (const { onChange } of hearings) onChange(Number(id), 'announced')
      },
      onListening: () => {
        for (const { onListening } of hearings) onListening()
      },
    })
  }

  return {
    announce(eventId) {
      waiting.add(eventId)
      timer ??= setTimeout(flush, Math.max(0, toldAt + pause - performance.now())).unref()
      for (const { onChange } of hearings) onChange(eventId, 'own')
    },
    flush,
    hear(hearing) {
      hearings.add(hearing)
      listening ??= listen()
      return {
        async close() {
          hearings.delete(hearing)
          if (hearings.size > 0) return
          const last = listening
          listening = null
          await last?.close()
        },
      }
    },
  }
}

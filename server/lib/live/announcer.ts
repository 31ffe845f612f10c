import { type Database, sql } from '#server/lib/postgres/database.ts'
import type { Subscription } from '#server/lib/postgres/listening.ts'

/** Notifies every server process of changed events, so that open pages follow. */
export interface Announcer {
  /** Call it after the commit, as often as needed. Other processes may miss it, and notice some seconds later. */
  announce(eventId: number): void
  /** Sends waiting announcements now. */
  flush(): Promise<void>
  /** Subscribes to the announcements of all processes, over one connection for all subscribers. */
  subscribe(subscriber: Subscriber): Subscription
}

export interface Subscriber {
  /** An event has changed. This process's own announcements arrive at once as `own`, and again a moment later with
   *  everybody's. */
  onChange(eventId: number, whose: 'own' | 'announced'): void
  /** This process starts to listen, for the first time or after a break: something may have been missed. */
  onListening(): void
}

const channel = 'live_events'

/** Time between two announcements of one process. */
const pauseMs = 250

/** Collects changes for a quarter of a second and announces them in one statement, outside of every transaction: at commit a
 *  NOTIFY takes a lock on the whole database, which would serialize the rushes of all events. */
export function openAnnouncer(db: Database): Announcer {
  const waiting = new Set<number>()
  const subscribers = new Set<Subscriber>()
  let subscription: Subscription | null = null
  let timer: NodeJS.Timeout | null = null
  let announcedAt = Number.NEGATIVE_INFINITY

  async function flush() {
    if (timer) clearTimeout(timer)
    timer = null
    if (waiting.size === 0) return
    announcedAt = performance.now()
    const ids = [...waiting]
    waiting.clear()
    const announcement = sql`SELECT pg_notify(${channel}, id::text) FROM unnest(${ids}::integer[]) id`
    // A failed announcement is not repeated: open pages check all their events every few seconds anyway.
    await db.run(announcement).catch(() => undefined)
  }

  function listen(): Subscription {
    return db.listen(channel, {
      onMessage: (id) => {
        for (const { onChange } of subscribers) onChange(Number(id), 'announced')
      },
      onListening: () => {
        for (const { onListening } of subscribers) onListening()
      },
    })
  }

  return {
    announce(eventId) {
      waiting.add(eventId)
      timer ??= setTimeout(flush, Math.max(0, announcedAt + pauseMs - performance.now())).unref()
      for (const { onChange } of subscribers) onChange(eventId, 'own')
    },
    flush,
    subscribe(subscriber) {
      subscribers.add(subscriber)
      subscription ??= listen()
      return {
        async close() {
          subscribers.delete(subscriber)
          if (subscribers.size > 0) return
          const last = subscription
          subscription = null
          await last?.close()
        },
      }
    },
  }
}

import { LRUCache } from 'lru-cache'
import { isAtLeast } from '#contract/endpoint.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { EventStream } from '#server/lib/http/event-stream.ts'
import type { Subscription } from '#server/lib/postgres/listening.ts'
import { networkOf } from '#server/lib/security/addresses.ts'
import { Hub, type Intervals, type OwnTicket, viewOf, type Watcher } from './hub.ts'
import {
  type AllowedReading,
  type Reading,
  selectHeldTickets,
  selectLine,
  selectLiveEvents,
  selectOwnApplication,
  selectRights,
} from './live.repository.ts'

interface Viewer {
  user: SignedInUser | null
  /** The key of an unlisted event's link. */
  linkKey: string | undefined
}

export interface Caller extends Viewer {
  /** When their token ends, in milliseconds since 1970; infinite for a visitor. */
  tokenEndsAt: number
  /** The IP address that the request came from. */
  address: string
}

/** Streams that may be open at once in one process; each takes about 30 kB of memory. Per address they are enough for
 *  a lecture hall, whose other pages ask at a slower pace; an address never gets more than half of the streams that are
 *  left, so that a few addresses cannot take them all. */
const most = { everybody: 8_000, user: 20, address: 1_000 }

/** The streams of this process. */
export function openLive(ctx: Context, intervals: Intervals) {
  const rights = (readings: Reading[]) => selectRights(ctx.db, readings, countedEmails(ctx.settings), ctx.now())
  const hub = new Hub(
    {
      read: (ids, forTeam) => selectLiveEvents(ctx.db, ids, forTeam),
      selectRights: rights,
      selectTickets: (viewers) => selectHeldTickets(ctx.db, viewers),
      now: () => ctx.now().getTime(),
    },
    intervals,
  )
  const lines = openWaitingListPlaces((eventId) => selectLine(ctx.db, eventId))
  const open = new Map<string, number>()
  let subscription: Subscription | null = null

  async function requireReading(
    { user, linkKey }: Viewer,
    eventId: number,
    sessionId: string | null,
  ): Promise<AllowedReading> {
    const asked = { event_id: eventId, user_id: user?.id ?? null, session_id: sessionId, link_key: linkKey ?? null }
    const [reading] = await rights([asked])
    if (!reading?.is_allowed) throw new AppError('event_not_found')
    return reading
  }

  async function ownTicket(eventId: number, userId: number): Promise<OwnTicket | null> {
    const own = await selectOwnApplication(ctx.db, eventId, userId)
    if (own === null) return null
    const position = own.status === 'WAITING' ? await lines.placeOf(eventId, own.id) : null
    return { status: own.status, position, slip: own.slip }
  }

  function count(keys: string[], change: 1 | -1) {
    for (const key of keys) {
      const streams = (open.get(key) ?? 0) + change
      if (streams === 0) open.delete(key)
      else open.set(key, streams)
    }
  }

  function refuseTooMany([everybody, ...own]: string[]) {
    const scale = ctx.settings.RATE_LIMIT_SCALE
    if (scale === 0) return
    const streams = (key = '') => open.get(key) ?? 0
    const left = Math.ceil(most.everybody * scale) - streams(everybody)
    if (left <= 0) throw new AppError('too_many_streams', { retryAfter: 60 })
    const limits = { user: most.user * scale, address: Math.min(most.address * scale, left / 2) }
    if (own.some((key) => streams(key) >= Math.ceil(limits[key.startsWith('user') ? 'user' : 'address'])))
      throw new AppError('too_many_requests', { retryAfter: 60 })
  }

  return {
    /** Opens a stream of an event. `openStream` is called once it is certain that there will be one. Throws
     *  `event_not_found`, `too_many_requests` or `too_many_streams`. */
    async watch(
      { tokenEndsAt, address, ...viewer }: Caller,
      eventId: number,
      openStream: (listeners: { onClose(): void; onReady(): void }) => EventStream,
    ): Promise<void> {
      const { user } = viewer
      const keys = ['everybody', `address ${networkOf(address)}`, ...(user ? [`user ${user.id}`] : [])]
      const reading = await requireReading(viewer, eventId, user?.session_id ?? null)
      refuseTooMany(keys)
      count(keys, 1)
      subscription ??= ctx.announcer.subscribe({
        onChange: (id, whose) => {
          if (whose === 'announced') hub.look(id)
        },
        onListening: () => hub.checkAll(),
      })
      const stream = openStream({
        onClose() {
          count(keys, -1)
          hub.leave(watcher)
        },
        onReady: () => hub.look(eventId),
      })
      const watcher: Watcher = { ...reading, ends_at: tokenEndsAt, stream, sent: null, is_late: false }
      hub.join(watcher)
    },

    /** Reads the numbers once. Throws `event_not_found`. */
    async showNow(viewer: Viewer, eventId: number): Promise<LiveEvent> {
      // The request has been authenticated, by a session or a personal access token.
      const reading = await requireReading(viewer, eventId, null)
      const [event] = await selectLiveEvents(ctx.db, [eventId], isAtLeast(reading.role, 'desk') ? [eventId] : [])
      if (event === undefined) throw new AppError('event_not_found')
      return viewOf(event, reading, viewer.user ? await ownTicket(eventId, viewer.user.id) : null)
    },

    /** Ends every stream. */
    async close(): Promise<void> {
      hub.close()
      await Promise.all([subscription?.close(), ctx.announcer.flush()])
    },
  }
}

/** How long a read is reused, in milliseconds, and how many are cached. */
const usualTtl = 500
const mostRead = 200

/** Places by application id, from 1. */
type Line = Map<number, number>

/**
 * Places on waiting lists. A list of many thousands, all of whom poll, is read once in half a second for all of them. `read`
 * returns the waiting applications of an event in order.
 */
export function openWaitingListPlaces(read: (eventId: number) => Promise<number[]>, ttl = usualTtl) {
  const lines = new LRUCache<number, Line>({
    max: mostRead,
    ttl,
    ignoreFetchAbort: true,
    fetchMethod: async (eventId) => new Map((await read(eventId)).map((id, place) => [id, place + 1])),
  })

  return {
    /** Null for an application that is not waiting. A list that does not include it yet is read again. */
    async placeOf(eventId: number, applicationId: number): Promise<number | null> {
      const place = (await lines.forceFetch(eventId)).get(applicationId)
      return place ?? (await lines.forceFetch(eventId, { forceRefresh: true })).get(applicationId) ?? null
    },
  }
}

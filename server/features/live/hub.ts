import { setImmediate as breathe } from 'node:timers/promises'
import { isAtLeast } from '#contract/endpoint.ts'
import { type Farewell, farewellName, type LiveEvent } from '#contract/events/live.ts'
import { type CommentVersions, readsAsAll, versionFor } from '#server/features/comments/comments.repository.ts'
import { type EventStream, eventText, heartbeat } from '#server/lib/http/event-stream.ts'
import { every } from '#server/lib/timing/every.ts'
import type { AllowedReading, HeldTicket, LiveEventRow, Reading, Right } from './live.repository.ts'

/** Where the hub reads from. */
export interface Source {
  read(ids: number[], forTeam: number[]): Promise<LiveEventRow[]>
  selectRights(readings: Reading[]): Promise<Right[]>
  selectTickets(viewers: { event_id: number; user_id: number }[]): Promise<HeldTicket[]>
  /** In milliseconds since 1970. */
  now(): number
}

/** In milliseconds. */
export interface Intervals {
  /** Time between two messages of one event: at most two a second. */
  messages: number
  /** Time between two messages about changed comments, multiplied by the pages open on the event, because each of them then
   *  loads the comments. The first one after a quiet time is sent at once. */
  comments: number
  /** Time between two checks of all sessions: a stream ends at most this long after its session. */
  sessions: number
  /** Time between two checks of every event, which find changes whose announcements were lost. */
  everything: number
  heartbeats: number
}

export const usualIntervals: Intervals = {
  messages: 600,
  comments: 2.5,
  sessions: 750,
  everything: 10_000,
  heartbeats: 20_000,
}

const farewell = {
  calledOff: eventText({ is_called_off: true } satisfies Farewell, farewellName),
  gone: eventText({ is_called_off: false } satisfies Farewell, farewellName),
}

/** Number of streams to write to before other work of the process gets a turn. */
const slice = 100

/**
 * Sends changes to the pages that are open in this process. It works in rounds: one statement reads all events that were
 * announced as changed since the last round, and every page with other numbers gets them. So a page that is new, slow, or
 * missed a message is correct after the next one.
 */
export class Hub {
  readonly #source: Source
  readonly #intervals: Intervals
  readonly #channels = new Channels()
  readonly #changed = new Set<number>()
  readonly #timers: NodeJS.Timeout[]
  #round: NodeJS.Timeout | null = null
  #isBusy = false
  #lastRound = Number.NEGATIVE_INFINITY

  constructor(source: Source, intervals: Intervals) {
    this.#source = source
    this.#intervals = intervals
    this.#timers = [
      setInterval(() => this.#endOver(), intervals.sessions),
      // The next check makes up for a failed one.
      every(intervals.sessions, () => this.#checkSessions()),
      setInterval(() => this.checkAll(), intervals.everything),
      setInterval(() => this.#beat(), intervals.heartbeats),
    ].map((timer) => timer.unref())
  }

  join(watcher: Watcher): void {
    this.#channels.add(watcher)
    this.look(watcher.event_id)
  }

  leave(watcher: Watcher): void {
    this.#channels.remove(watcher)
  }

  /** Checks an event in the next round: it has changed, or a page does not have its numbers yet. */
  look(eventId: number): void {
    if (!this.#channels.get(eventId)) return
    this.#changed.add(eventId)
    this.#plan()
  }

  checkAll(): void {
    for (const id of this.#channels.ids) this.#changed.add(id)
    this.#plan()
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#round) clearTimeout(this.#round)
    for (const watcher of this.#channels.all()) watcher.stream.end()
  }

  #plan(): void {
    if (this.#isBusy || this.#round || this.#changed.size === 0) return
    const wait = Math.max(0, this.#lastRound + this.#intervals.messages - performance.now())
    this.#round = setTimeout(() => this.#run(), wait).unref()
  }

  async #run(): Promise<void> {
    this.#round = null
    this.#isBusy = true
    const ids = [...this.#changed]
    this.#changed.clear()
    try {
      await this.#notify(ids)
    } catch {
      // Without a database nothing can have changed; until it is back it is polled as often as messages are sent.
      for (const id of ids) this.#changed.add(id)
    }
    this.#lastRound = performance.now()
    this.#isBusy = false
    this.#plan()
  }

  async #notify(ids: number[]): Promise<void> {
    const forTeam = ids.filter((id) => this.#watchers(id).some(({ role }) => isAtLeast(role, 'desk')))
    const events = new Map((await this.#source.read(ids, forTeam)).map((event) => [event.id, event]))
    for (const id of ids) {
      const channel = this.#channels.get(id)
      if (channel) channel.is_restricted = events.get(id)?.is_restricted ?? true
    }
    const all = ids.flatMap((id) => this.#watchers(id))
    await this.#dismiss(all.filter((watcher) => watcher.role !== null || this.#isRestricted(watcher)))
    const tickets = await this.#heldBy(ids.flatMap((id) => this.#watchers(id)))
    for (const event of events.values()) await this.#send(this.#paced(event), tickets)
  }

  /** The tickets of all signed-in viewers in one statement, by `holderOf`. */
  async #heldBy(watchers: Watcher[]): Promise<Map<string, HeldTicket>> {
    const viewers = new Map<string, { event_id: number; user_id: number }>()
    for (const { event_id, user_id } of watchers) {
      if (user_id !== null) viewers.set(holderOf({ event_id, user_id }), { event_id, user_id })
    }
    if (viewers.size === 0) return new Map()
    const held = await this.#source.selectTickets([...viewers.values()])
    return new Map(held.map((ticket) => [holderOf(ticket), ticket]))
  }

  /** The event, with its previous comment versions if those were sent only a moment ago. */
  #paced(event: LiveEventRow): LiveEventRow {
    const channel = this.#channels.get(event.id)
    if (channel === undefined) return event
    const { comments, watchers } = channel
    const now = performance.now()
    if (comments && sameVersions(comments.versions, event.comment_versions)) return event
    if (comments && comments.sentAt + watchers.size * this.#intervals.comments > now) {
      // The next round checks it again.
      this.#changed.add(event.id)
      return { ...event, comment_versions: comments.versions }
    }
    channel.comments = { versions: event.comment_versions, sentAt: comments ? now : Number.NEGATIVE_INFINITY }
    return event
  }

  /** Sends the event's numbers to every viewer who does not have them; viewers with the same numbers get the same
   *  buffer. */
  async #send(event: LiveEventRow, tickets: Map<string, HeldTicket>): Promise<void> {
    const texts = new Map<string, Buffer>()
    let written = 0
    for (const watcher of this.#watchers(event.id)) {
      const ticket = tickets.get(holderOf(watcher)) ?? null
      const audience = `${audienceOf(event, watcher)} ${ticket?.status} ${ticket?.position} ${ticket?.slip}`
      const text = texts.get(audience) ?? eventText(viewOf(event, watcher, ticket))
      texts.set(audience, text)
      if (watcher.sent?.equals(text)) continue
      if (watcher.stream.send(text)) watcher.sent = text
      written += 1
      if (written % slice === 0) await breathe()
    }
  }

  /** Ends streams whose token has ended, also while the database is slow. */
  #endOver(): void {
    const now = this.#source.now()
    for (const { ends_at, stream } of this.#channels.all()) if (ends_at <= now) stream.end()
  }

  #checkSessions(): Promise<void> {
    const now = this.#source.now()
    const good = this.#channels.all().filter(({ ends_at }) => ends_at > now)
    return this.#dismiss(good.filter((watcher) => watcher.session_id !== null || this.#isRestricted(watcher)))
  }

  /** Ends streams whose session has ended, and, with a final message, streams whose viewer may no longer see the event. Others
   *  get the viewer's current role. */
  async #dismiss(doubtful: Watcher[]): Promise<void> {
    if (doubtful.length === 0) return
    const readings = new Map(doubtful.map((watcher) => [keyOf(watcher), watcher]))
    const rights = new Map((await this.#source.selectRights([...readings.values()])).map((one) => [keyOf(one), one]))
    for (const watcher of doubtful) {
      const right = rights.get(keyOf(watcher))
      if (right?.is_allowed) {
        watcher.role = right.role
        continue
      }
      this.#channels.remove(watcher)
      watcher.stream.end(right && farewell[right.is_called_off ? 'calledOff' : 'gone'])
    }
  }

  #beat(): void {
    for (const watcher of this.#channels.all()) {
      const isTaken = watcher.stream.send(heartbeat)
      if (!isTaken && watcher.is_late) watcher.stream.cut()
      watcher.is_late = !isTaken
    }
  }

  #watchers(eventId: number): Watcher[] {
    return [...(this.#channels.get(eventId)?.watchers ?? [])]
  }

  #isRestricted({ event_id }: Watcher): boolean {
    return this.#channels.get(event_id)?.is_restricted ?? true
  }
}

const sameVersions = (one: CommentVersions, other: CommentVersions) => JSON.stringify(one) === JSON.stringify(other)

const holderOf = ({ event_id, user_id }: Pick<Watcher, 'event_id' | 'user_id'>) => `${event_id} ${user_id}`

const keyOf = ({ event_id, session_id, link_key }: Reading) => `${event_id} ${session_id} ${link_key}`

/** One page that is open on an event. */
export interface Watcher extends AllowedReading {
  /** When the viewer's token ends, in milliseconds since 1970; infinite for a visitor. */
  ends_at: number
  stream: EventStream
  /** The last message sent to it. */
  sent: Buffer | null
  /** At the last round of heartbeats it had not yet received an earlier message or heartbeat. */
  is_late: boolean
}

/** All pages that are open on one event. */
export interface Channel {
  watchers: Set<Watcher>
  is_restricted: boolean
  /** The comment versions last sent, and when, in milliseconds of `performance.now()`; null before the first round. */
  comments: { versions: CommentVersions; sentAt: number } | null
}

/** The channels of this process, by event. */
class Channels {
  readonly #channels = new Map<number, Channel>()

  get ids(): number[] {
    return [...this.#channels.keys()]
  }

  get(eventId: number): Channel | undefined {
    return this.#channels.get(eventId)
  }

  all(): Watcher[] {
    return [...this.#channels.values()].flatMap(({ watchers }) => [...watchers])
  }

  add(watcher: Watcher): void {
    const channel = this.#channels.get(watcher.event_id) ?? { watchers: new Set(), is_restricted: true, comments: null }
    channel.watchers.add(watcher)
    this.#channels.set(watcher.event_id, channel)
  }

  remove(watcher: Watcher): void {
    const channel = this.#channels.get(watcher.event_id)
    channel?.watchers.delete(watcher)
    if (channel?.watchers.size === 0) this.#channels.delete(watcher.event_id)
  }
}

/** The viewer's application, as sent on the live stream. */
export type OwnTicket = Pick<HeldTicket, 'status' | 'position' | 'slip'>

type Viewer = Pick<AllowedReading, 'user_id' | 'role'>

/** Only numbers that the event's page would show this viewer. `ticket` is their own application. */
export function viewOf(event: LiveEventRow, { user_id, role }: Viewer, ticket: OwnTicket | null): LiveEvent {
  const { version, max_attendee, current_attendees, waiting, ticket_types, comment_versions, checked_in, reported } =
    event
  const { seats_left, to_approve, to_pay, invited, slips } = event
  const isDesk = isAtLeast(role, 'desk')
  return {
    version,
    max_attendee,
    current_attendees,
    seats_left,
    waiting,
    ticket_types,
    comments_version: versionFor(comment_versions, { userId: user_id, isModerator: isAtLeast(role, 'co_host') }),
    ticket: ticket?.status ?? null,
    position: ticket?.position ?? null,
    slip: ticket?.slip ?? null,
    checked_in: isDesk ? checked_in : null,
    reported: isAtLeast(role, 'co_host') ? reported : null,
    to_approve: isDesk ? to_approve : null,
    to_pay: isDesk ? to_pay : null,
    invited: isDesk ? invited : null,
    slips: isDesk ? slips : null,
  }
}

/** The same key for all viewers of an event who get the same numbers. */
function audienceOf({ comment_versions }: LiveEventRow, { user_id, role }: Viewer): string {
  if (isAtLeast(role, 'co_host')) return 'moderators'
  if (!readsAsAll(comment_versions, { userId: user_id, isModerator: false })) return String(user_id)
  return role === 'desk' ? 'desk' : 'everybody'
}

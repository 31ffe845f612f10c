import type { CommentVersions } from '#server/features/comments/comment-versions.ts'
import type { EventStream } from '#server/lib/http/event-stream.ts'
import type { AllowedReading } from './live.repository.ts'

/** One page that is open on an event. */
export interface Watcher extends AllowedReading {
  /** When the reader's token ends, in milliseconds since 1970; infinite for a visitor. */
  ends_at: number
  stream: EventStream
  /** The last message that it was sent. */
  told: Buffer | null
  /** It did not take a message or a heartbeat that was sent before the last round of heartbeats. */
  is_late: boolean
}

/** All pages that are open on one event. */
export interface Channel {
  watchers: Set<Watcher>
  is_restricted: boolean
  /** The versions of its comments that were told last, and when, in milliseconds of `performance.now()`; null before the
   *  first round. */
  comments: { versions: CommentVersions; toldAt: number } | null
}

/** The channels of this process, by event. */
export class Channels {
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

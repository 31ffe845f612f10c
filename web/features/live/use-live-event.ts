import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { EventDetail, EventStatus } from '#contract/events/events.ts'
import type { Farewell, LiveEvent } from '#contract/events/live.ts'
import type { TicketType } from '#contract/events/ticket-types.ts'
import { useAtServerNow } from '#web/lib/clock.ts'
import { followSoon } from '#web/lib/live/follow-soon.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Reloads are spread over time, so that not all open pages of an event load it at once. */
const minDelayMs = 200
const spreadMs = 1_000
/** How long the server shares a rendered page among visitors. */
const sharedForMs = 2_000
const mostTries = 5

/**
 * The loaded event with all changes since. The server announces seat numbers directly; any other change comes as a new
 * version or ticket state, and reloads the page. `checkedIn` and `reported` are null except for the owner, and
 * `commentsVersion` until it is announced. With `isGone` the viewer may no longer see the event; the page stays,
 * because they may be typing. `link` is the key in the address of an unlisted event.
 */
export function useLiveEvent<Shown extends EventDetail>(loaded: Shown, link: string | undefined): LiveShown<Shown> {
  const { latest, farewell } = useAnnounced(loaded, link)
  const status = useAtServerNow((now) => statusAt(loaded, now), loaded.status)
  const event = useMemo(() => {
    const numbers = latest && !latest.isOlder ? latest.live : loaded
    const { max_attendee, current_attendees, seats_left, waiting } = numbers
    const is_called_off = loaded.is_called_off || (farewell?.is_called_off ?? false)
    const ticket_types = withSeats(loaded.ticket_types, latest && !latest.isOlder ? latest.live.ticket_types : [])
    return { ...loaded, status, max_attendee, current_attendees, seats_left, waiting, ticket_types, is_called_off }
  }, [loaded, latest, farewell, status])
  const {
    checked_in = null,
    comments_version = null,
    reported = null,
    position = null,
    slip = null,
  } = latest?.live ?? {}
  const isGone = farewell !== null
  return { event, checkedIn: checked_in, commentsVersion: comments_version, reported, position, slip, isGone }
}

/** The ticket types with the last announced numbers of seats. */
function withSeats(types: TicketType[], announced: LiveEvent['ticket_types']): TicketType[] {
  return types.map((type) => ({ ...type, ...announced.find(({ id }) => id === type.id) }))
}

interface LiveShown<Shown> {
  event: Shown
  checkedIn: number | null
  commentsVersion: number | null
  reported: number | null
  /** The viewer's position on the waiting list, once announced. */
  position: number | null
  /** The state of the viewer's last transfer slip, once announced. */
  slip: LiveEvent['slip']
  isGone: boolean
}

interface Announcement {
  eventId: number
  live: LiveEvent
  /** The loaded event is newer than this announcement. */
  isOlder: boolean
}

/** The last announcement about this event, and the farewell once the viewer may no longer see it. */
function useAnnounced(
  loaded: EventDetail,
  link: string | undefined,
): { latest: Announcement | null; farewell: Farewell | null } {
  const { id, version, standing } = loaded
  const viewer = useSession()?.id ?? null
  const { state, revalidate } = useRevalidator()
  const [latest, setAnnounced] = useState<Announcement | null>(null)
  const [farewell, setFarewell] = useState<Farewell | null>(null)
  const tries = useRef(0)
  const announcedAt = useRef(0)
  const loadedFrom = useRef(0)

  useEffect(() => {
    if (state === 'loading') loadedFrom.current = performance.now()
  }, [state])

  // For signed-in viewers a loaded event is newer than announcements before its request. Visitors may get a rendered
  // page that is two seconds old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every load.
  useEffect(() => {
    if (viewer === null || announcedAt.current > loadedFrom.current) return
    setAnnounced((last) => last && { ...last, isOlder: true })
  }, [loaded, viewer])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewer may see more, or less.
  useEffect(() => {
    const followed = { eventId: id, link }
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = followSoon(followed, {
      onEvent(live) {
        announcedAt.current = performance.now()
        // In a rush there are many, and the page must still respond.
        startTransition(() => setAnnounced({ eventId: id, live, isOlder: false }))
      },
      onGone: setFarewell,
      onRefused() {
        timer = setTimeout(revalidate, sharedForMs + Math.random() * spreadMs)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
      setFarewell(null)
    }
  }, [id, link, viewer, revalidate])

  const isNews = latest?.eventId === id && farewell === null
  const isTicketOld = isNews && !latest.isOlder && latest.live.ticket !== standing.ticket
  const isOld = isTicketOld || (isNews && latest.live.version > version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded event may still be old.
  useEffect(() => {
    if (!isOld) tries.current = 0
    if (!isOld || tries.current >= mostTries) return
    const timer = setTimeout(
      () => {
        tries.current += 1
        void revalidate()
      },
      minDelayMs + Math.random() * spreadMs,
    )
    return () => clearTimeout(timer)
  }, [isOld, loaded, revalidate])

  return { latest: latest?.eventId === id ? latest : null, farewell }
}

/** The event's status, as the server derives it (docs/rules.md, Events). */
function statusAt({ start_date_event, end_date_event }: EventDetail, now: number): EventStatus {
  if (now < Date.parse(start_date_event)) return 'UPCOMING'
  return now < Date.parse(end_date_event) ? 'ONGOING' : 'COMPLETED'
}

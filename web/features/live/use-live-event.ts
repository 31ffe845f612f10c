import { useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveState } from '#contract/events/application.ts'
import type { EventDetail, EventStatus } from '#contract/events/events.ts'
import type { Farewell, LiveEvent } from '#contract/events/live.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { useAtServerNow } from '#web/lib/clock.ts'
import { followSoon } from '#web/lib/live/follow-soon.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { tellOwn } from './live-news.tsx'

/** Milliseconds. Reloads are spread, so that not all open pages of an event load it at once. */
const soonest = 200
const spread = 1_000
/** The server shares a rendered page among visitors for this time, in milliseconds. */
const sharedFor = 2_000
const mostTries = 5

/**
 * The event as the page loaded it, with all changes since. The server announces the seats themselves; for any other
 * change it announces only a new version, or the reader's ticket, and the page is loaded again. `checkedIn` and `reported` are null for everybody
 * but the event's owner, and `commentsVersion` is null until one was announced. Once `isGone`, the reader may no longer see the
 * event: the page stays as it was, because somebody may be typing on it. `link` is the key in the address of an unlisted
 * event.
 */
export function useLiveEvent<Shown extends EventDetail>(loaded: Shown, link: string | undefined): LiveShown<Shown> {
  const { told, farewell } = useTold(loaded, link)
  const status = useAtServerNow((now) => statusAt(loaded, now)) ?? loaded.status
  const event = useMemo(() => {
    const { max_attendee, current_attendees, waiting } = told && !told.isOlder ? told.live : loaded
    const is_called_off = loaded.is_called_off || (farewell?.is_called_off ?? false)
    return { ...loaded, status, max_attendee, current_attendees, waiting, is_called_off }
  }, [loaded, told, farewell, status])
  const { checked_in = null, comments_version = null, reported = null, position = null } = told?.live ?? {}
  const isGone = farewell !== null
  return { event, checkedIn: checked_in, commentsVersion: comments_version, reported, position, isGone }
}

interface LiveShown<Shown> {
  event: Shown
  checkedIn: number | null
  commentsVersion: number | null
  reported: number | null
  /** The reader's place in line, once it was announced. */
  position: number | null
  isGone: boolean
}

interface Told {
  eventId: number
  live: LiveEvent
  /** Whether the loaded event is newer than this announcement. */
  isOlder: boolean
}

/** The last announcement about this event, and the farewell once it is gone for the reader. */
function useTold(loaded: EventDetail, link: string | undefined): { told: Told | null; farewell: Farewell | null } {
  const { id, version, standing } = loaded
  const reader = useSession()?.id ?? null
  const { state, revalidate } = useRevalidator()
  const [told, setTold] = useState<Told | null>(null)
  const [farewell, setFarewell] = useState<Farewell | null>(null)
  const tries = useRef(0)
  const heardAt = useRef(0)
  const loadedFrom = useRef(0)

  useEffect(() => {
    if (state === 'loading') loadedFrom.current = performance.now()
  }, [state])

  // For a reader who is signed in, a loaded event is newer than announcements made before its request. Visitors may get
  // a rendered page that is two seconds old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after every load, whatever has changed.
  useEffect(() => {
    if (reader === null || heardAt.current > loadedFrom.current) return
    setTold((last) => last && { ...last, isOlder: true })
  }, [loaded, reader])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another reader may see more, or less.
  useEffect(() => {
    const followed = { eventId: id, link }
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = followSoon(followed, {
      onEvent(live) {
        heardAt.current = performance.now()
        setTold({ eventId: id, live, isOlder: false })
      },
      onGone: setFarewell,
      onRefused() {
        timer = setTimeout(revalidate, sharedFor + Math.random() * spread)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
      setFarewell(null)
    }
  }, [id, link, reader, revalidate])

  const isNews = told?.eventId === id && farewell === null
  const isTicketOld = isNews && !told.isOlder && told.live.ticket !== standing.ticket
  const isOld = isTicketOld || (isNews && told.live.version > version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded event may still be old.
  useEffect(() => {
    if (!isOld) tries.current = 0
    if (!isOld || tries.current >= mostTries) return
    const timer = setTimeout(
      () => {
        tries.current += 1
        void revalidate()
      },
      soonest + Math.random() * spread,
    )
    return () => clearTimeout(timer)
  }, [isOld, loaded, revalidate])

  return { told: told?.eventId === id ? told : null, farewell }
}

/** The event's status, as the server derives it (docs/rules.md, Events). */
function statusAt({ start_date_event, end_date_event }: EventDetail, now: number): EventStatus {
  if (now < Date.parse(start_date_event)) return 'UPCOMING'
  return now < Date.parse(end_date_event) ? 'ONGOING' : 'COMPLETED'
}

/** The reader's own application as it was loaded. */
export type Followed = Pick<Ticket, 'event_id' | 'position' | 'slip'> & { status: LiveState }

type Announced = Pick<LiveEvent, 'ticket' | 'slip'>

const refusedWords = 'The organizer did not accept your slip.'

/** Tells the reader what becomes of their application, or of its slip, also where they have scrolled away from it: call it with
 *  each announcement. Each is compared with the one before, and the first with what was loaded before it. What is loaded
 *  later may be newer than the last announcement, which then says nothing new. */
export function tellerOf({ status, slip }: Followed): (live: Announced) => void {
  let before: Announced = { ticket: status, slip: slip?.state ?? null }
  return (live) => {
    tellOwn(before.ticket, live.ticket)
    if (before.slip === 'in_review' && live.slip === 'refused') notify.failure(refusedWords, { needsNetwork: false })
    before = live
  }
}

/** Whether the state that is announced is another one than that of the loaded application, or its slip's. */
export function isOld({ status, slip }: Followed, live: Announced): boolean {
  return live.ticket !== status || (status === 'UNPAID' && live.slip !== (slip?.state ?? null))
}

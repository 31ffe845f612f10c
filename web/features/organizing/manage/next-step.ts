import type { Event } from '#contract/events/events.ts'
import { isFull } from '#contract/events/ticket-types.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { ApplicantCounts } from '#contract/tickets/applicants.ts'
import * as m from '#messages/event-home.json'
import { timeUntil } from '#web/lib/format/dates.ts'

type EventFacts = Pick<
  Event,
  | 'id'
  | 'is_called_off'
  | 'is_online'
  | 'address'
  | 'max_attendee'
  | 'current_attendees'
  | 'waiting'
  | 'start_date_register'
  | 'end_date_register'
  | 'start_date_event'
  | 'end_date_event'
>

/** What an event's organizer should do next, and where. */
interface NextStep {
  text: string
  to: string
}

/** How long before the start the doors are said to be open, in milliseconds. */
const doorsOpenBefore = 2 * 3_600_000

/** As `messageLimits.daysAfter` of contract/tickets/messages.ts, whose schemas not every page loads. */
const messageDaysAfter = 30

/** Counted again after each decision, while the event is as it was loaded. */
function withCounts(event: EventFacts, counts: ApplicantCounts | null): EventFacts {
  if (counts === null) return event
  return { ...event, current_attendees: counts.seats_held, waiting: counts.waiting }
}

/** The most urgent step at `now` (milliseconds since 1970), or null if there is nothing to do. People at the door come first, then
 *  people who wait for an answer or their money, then the event itself. `counts` is null if they are not known, `isThanked` once
 *  a message has left after the event. */
export function nextStep(
  loaded: EventFacts,
  counts: ApplicantCounts | null,
  now: number,
  isThanked = false,
): NextStep | null {
  const event = withCounts(loaded, counts)
  const reached = (instant: string) => now >= Date.parse(instant)
  const isOver = reached(event.end_date_event)
  if (event.is_called_off) return refunds(event, counts)
  if (isOver) return slips(event, counts) ?? refunds(event, counts) ?? (isThanked ? null : thanks(event, counts, now))
  const isDoorOpen = now >= Date.parse(event.start_date_event) - doorsOpenBefore
  if (isDoorOpen && event.current_attendees > 0) {
    return { text: m.startCheckingIn, to: paths.checkIn(event.id) }
  }
  return slips(event, counts) ?? approvals(event, counts) ?? refunds(event, counts) ?? ofEvent(event, now)
}

/** While messages can still be sent. */
function thanks({ id, end_date_event }: EventFacts, counts: ApplicantCounts | null, now: number): NextStep | null {
  const isLate = now > Date.parse(end_date_event) + messageDaysAfter * 24 * 3_600_000
  if (counts === null || counts.approved === 0 || isLate) return null
  return { text: m.sayThanks, to: `${paths.messages(id)}?thanks` }
}

function slips({ id }: EventFacts, counts: ApplicantCounts | null): NextStep | null {
  if (counts === null || counts.slips_to_check === 0) return null
  return {
    text: counted(counts.slips_to_check, m.slipsToCheck_one, m.slipsToCheck_other),
    to: `${paths.applicants(id)}?show=slips_to_check`,
  }
}

function approvals({ id }: EventFacts, counts: ApplicantCounts | null): NextStep | null {
  if (counts === null || counts.to_approve === 0) return null
  return {
    text: counted(counts.to_approve, m.approvalsWaiting_one, m.approvalsWaiting_other),
    to: `${paths.applicants(id)}?show=to_approve`,
  }
}

function refunds({ id }: EventFacts, counts: ApplicantCounts | null): NextStep | null {
  if (counts === null || counts.refunds_due === 0) return null
  return { text: counted(counts.refunds_due, m.refundsToMake_one, m.refundsToMake_other), to: paths.refunds(id) }
}

/** Nobody waits for anything. */
function ofEvent(event: EventFacts, now: number): NextStep | null {
  const { id, waiting } = event
  const [opening, closing, start] = [event.start_date_register, event.end_date_register, event.start_date_event].map(
    (instant) => Date.parse(instant),
  ) as [number, number, number]
  if (!event.is_online && !event.address) return { text: m.addPlace, to: paths.editEvent(id) }
  if (now < opening)
    return { text: fill(m.registrationOpens, { time: timeUntil(opening, now) }), to: paths.shareEvent(id) }
  if (now < closing && now < start) {
    if (isFull(event)) return fullStep(id, waiting)
    if (event.current_attendees === 0) return { text: m.shareLink, to: paths.shareEvent(id) }
    const text = fill(m.registrationCloses, { time: timeUntil(Math.min(closing, start), now) })
    return { text, to: paths.shareEvent(id) }
  }
  if (now < start) return { text: fill(m.prepareDoor, { time: timeUntil(start, now) }), to: paths.checkIn(id) }
  return null
}

function fullStep(id: number, waiting: number): NextStep | null {
  if (waiting === 0) return { text: m.fullSeeWhoComes, to: paths.applicants(id) }
  return { text: counted(waiting, m.fullWithQueue_one, m.fullWithQueue_other), to: paths.editEvent(id) }
}

interface EventState {
  label: string
  tone: 'accent' | 'neutral' | 'success' | 'danger'
}

/** The state of an event at `now`, in milliseconds since 1970. */
export function eventState(event: EventFacts, now: number): EventState {
  const reached = (instant: string) => now >= Date.parse(instant)
  if (event.is_called_off) return { label: m.calledOff, tone: 'danger' }
  if (reached(event.end_date_event)) return { label: m.over, tone: 'neutral' }
  if (reached(event.start_date_event)) return { label: m.onNow, tone: 'success' }
  if (!reached(event.start_date_register)) return { label: m.registrationNotOpen, tone: 'neutral' }
  return reached(event.end_date_register)
    ? { label: m.registrationClosed, tone: 'accent' }
    : { label: m.registrationOpen, tone: 'success' }
}

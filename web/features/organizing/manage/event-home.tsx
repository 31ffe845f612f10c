import { ArrowLeft, ArrowRight } from 'lucide'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { dayAndTime } from '#contract/dates.ts'
import { type EventRole, isAtLeast } from '#contract/endpoint.ts'
import { isPaidBefore } from '#contract/events/applying.ts'
import type { Event } from '#contract/events/events.ts'
import { isFull } from '#contract/events/ticket-types.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { ApplicantCounts } from '#contract/tickets/applicants.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-home.json'
import { useNow } from '#web/lib/clock.ts'
import { timeUntil } from '#web/lib/format/dates.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { useCentredTab } from '#web/lib/page/centred-tab.ts'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { classes } from '#web/ui/display/classes.ts'

interface EventHomeProps {
  event: Event & { role: EventRole }
  /** Null if they are not known. */
  counts: ApplicantCounts | null
  /** A message was sent or is scheduled after the event, or none can be written any more. */
  needsNoThanks: boolean
  /** The page of the current tab. */
  children: ReactNode
}

/** Header of an event's management pages: name, date, state, next steps, tabs. */
export function EventHome({ event, counts, needsNoThanks, children }: EventHomeProps) {
  const back = isOrganizer(useSession())
    ? { to: paths.myEvents, label: common.myEvents }
    : { to: paths.myTickets, label: common.myTickets }
  return (
    <div className="mx-auto w-full max-w-7xl [&_h1]:text-xl">
      <header className="flex flex-col gap-x-6 gap-y-3 px-4 pt-4 pb-3 sm:px-6 sm:pt-8 md:flex-row md:items-center md:justify-between print:hidden">
        <div className="min-w-0">
          <Link
            to={back.to}
            className="-ml-1 inline-flex min-h-11 items-center gap-1 rounded-sm px-1 text-sm text-ink-soft hover:text-ink"
          >
            <Icon icon={ArrowLeft} className="size-4" />
            {back.label}
          </Link>
          <p className="text-xl font-semibold wrap-anywhere sm:text-2xl">
            <Link to={paths.event(event.id)} className="rounded-sm underline-offset-4 hover:underline">
              {event.event_name}
            </Link>
          </p>
          <p className="figures mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
            {dayAndTime(event.start_date_event)}
            <StateBadge event={event} />
          </p>
        </div>
        <NextStep event={event} counts={counts} needsNoThanks={needsNoThanks} />
      </header>
      <EventTabs event={event} counts={counts} />
      {/* Every tab begins at the same edge, close below the row. */}
      <div className="not-print:*:mx-0! not-print:*:pt-5!">{children}</div>
    </div>
  )
}

function StateBadge({ event }: { event: Event }) {
  const now = useNow()
  if (now === null) return null
  const { label, tone } = eventState(event, now)
  return <Badge tone={tone}>{label}</Badge>
}

function NextStep({ event, counts, needsNoThanks }: Omit<EventHomeProps, 'children'>) {
  const now = useNow()
  const step = now === null ? null : nextStep(event, counts, now, needsNoThanks)
  if (step === null || !tabsOf(event).some(({ to }) => step.to.startsWith(to))) return null
  return (
    <ButtonLink to={step.to} className="figures max-md:w-full md:max-w-96 md:shrink-0">
      {step.text}
      <Icon icon={ArrowRight} />
    </ButtonLink>
  )
}

/** The tabs that the viewer's role opens. An event that was called off can neither be edited nor shared. */
export function tabsOf({ id, role, is_called_off }: Pick<EventHomeProps['event'], 'id' | 'role' | 'is_called_off'>) {
  const tabs: { to: string; label: string; least: EventRole }[] = [
    { to: paths.manage(id), label: m.overview, least: 'co_host' },
    { to: paths.applicants(id), label: m.applicantsTab, least: 'desk' },
    { to: paths.messages(id), label: m.messagesTab, least: 'co_host' },
    { to: paths.checkIn(id), label: common.checkIn, least: 'door' },
    { to: paths.refunds(id), label: m.refundsTab, least: 'co_host' },
    { to: paths.codes(id), label: m.codesTab, least: 'co_host' },
    { to: paths.dates(id), label: m.datesTab, least: 'co_host' },
    { to: paths.editEvent(id), label: m.settingsTab, least: 'co_host' },
    { to: paths.shareEvent(id), label: common.share, least: 'co_host' },
    { to: paths.team(id), label: m.teamTab, least: 'door' },
  ]
  const closed: string[] = is_called_off ? [paths.editEvent(id), paths.shareEvent(id)] : []
  return tabs.filter(({ to, least }) => isAtLeast(role, least) && !closed.includes(to))
}

/** One row, which scrolls sideways on phones and stays below the top bar. */
function EventTabs({ event, counts }: Pick<EventHomeProps, 'event' | 'counts'>) {
  const { pathname } = useLocation()
  const row = useCentredTab(pathname)

  const waiting: Record<string, number> = {
    [paths.applicants(event.id)]: (counts?.to_approve ?? 0) + (counts?.slips_to_check ?? 0),
    [paths.refunds(event.id)]: counts?.refunds_due ?? 0,
  }
  return (
    <nav
      ref={row}
      aria-label={m.manageEvent}
      className="event-tabs sticky top-16 short:static z-9 flex gap-1 overflow-x-auto border-b border-line bg-surface px-3 [scrollbar-width:none] sm:px-5 print:hidden"
    >
      {tabsOf(event).map(({ to, label }) => (
        <EventTab key={to} to={to} count={waiting[to] ?? 0}>
          {label}
        </EventTab>
      ))}
    </nav>
  )
}

interface EventTabProps {
  to: string
  /** What waits for the organizer there. */
  count?: number
  children: string
}

function EventTab({ to, count = 0, children }: EventTabProps) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        classes(
          'relative flex min-h-12 shrink-0 items-center gap-2 rounded-sm px-3 whitespace-nowrap transition hover:bg-accent-soft -outline-offset-3!',
          'after:absolute after:inset-x-2 after:bottom-0 after:h-0.75 after:rounded-full',
          isActive ? 'font-medium text-accent-ink after:bg-accent' : 'text-ink-soft',
        )
      }
    >
      {children}
      {count > 0 ? (
        <span className="figures rounded-full bg-warning-soft px-2 text-sm font-medium text-warning">
          <span aria-hidden>{formatNumber(count)}</span>
          <span className="sr-only">{counted(count, m.toDo_one, m.toDo_other)}</span>
        </span>
      ) : null}
    </NavLink>
  )
}

type EventFacts = Pick<
  Event,
  | 'id'
  | 'is_called_off'
  | 'is_online'
  | 'address'
  | 'current_attendees'
  | 'seats_left'
  | 'waiting'
  | 'start_date_register'
  | 'end_date_register'
  | 'start_date_event'
  | 'end_date_event'
  | 'takes_promptpay'
  | 'ticket_price'
>

/** What an event's organizer should do next, and where. */
interface NextStep {
  text: string
  to: string
}

/** How long before the start the doors are said to be open, in milliseconds. */
const doorsOpenBefore = 2 * 3_600_000

/** The event with newer counts: these are loaded again after each decision, the event is not. */
function withCounts(event: EventFacts, counts: ApplicantCounts | null): EventFacts {
  if (counts === null) return event
  const { seats_held, set_aside, seats_left, waiting } = counts
  return { ...event, current_attendees: seats_held - set_aside, seats_left, waiting }
}

/** The most urgent step at `now` (milliseconds since 1970), or null if there is nothing to do. People at the door come first, then
 *  people who wait for an answer or their money, then the event itself. `counts` is null if they are not known. */
export function nextStep(
  loaded: EventFacts,
  counts: ApplicantCounts | null,
  now: number,
  needsNoThanks = false,
): NextStep | null {
  const event = withCounts(loaded, counts)
  const reached = (instant: string) => now >= Date.parse(instant)
  const isOver = reached(event.end_date_event)
  if (event.is_called_off) return refunds(event, counts)
  if (isOver) return slips(event, counts) ?? refunds(event, counts) ?? (needsNoThanks ? null : thanks(event, counts))
  const isDoorOpen = now >= Date.parse(event.start_date_event) - doorsOpenBefore
  const seatsHeld = counts?.seats_held ?? event.current_attendees
  if (isDoorOpen && seatsHeld > 0) {
    return { text: m.startCheckingIn, to: paths.checkIn(event.id) }
  }
  return slips(event, counts) ?? approvals(event, counts) ?? refunds(event, counts) ?? eventStep(event, now)
}

function thanks({ id }: EventFacts, counts: ApplicantCounts | null): NextStep | null {
  if (counts === null || counts.approved === 0) return null
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

/** The step while nobody is waiting. */
function eventStep(event: EventFacts, now: number): NextStep | null {
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
    // The lowest price decides whether anybody may apply after the start.
    const last = isPaidBefore(event, { price: event.ticket_price }) ? Math.min(closing, start) : closing
    return { text: fill(m.registrationCloses, { time: timeUntil(last, now) }), to: paths.shareEvent(id) }
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

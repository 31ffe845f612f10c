import { CalendarPlus, FilePen, Search } from 'lucide'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { dayDate } from '#contract/dates.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/own-events.json'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { SearchForm } from '#web/ui/forms/search-form.tsx'
import { type CalledOff, type RefundsDue, type View, viewPath } from './load-own-events.ts'
import { refundsText } from './own-event-card.tsx'

/** Links to upcoming events, past events and drafts, with the search for events. */
export function OwnEventsTools({ view, drafts }: { view: View; drafts: number }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      <nav aria-label={common.myEvents} className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1">
        <Part to={viewPath({ ...view, part: 'upcoming' })} current={view.part === 'upcoming'}>
          {m.upcoming}
        </Part>
        <Part to={viewPath({ ...view, part: 'past' })} current={view.part === 'past'}>
          {m.past}
        </Part>
        <Part to={viewPath({ part: 'drafts', search: '' })} current={view.part === 'drafts'}>
          {drafts > 0 ? fill(m.draftsCount, { count: drafts }) : m.drafts}
        </Part>
      </nav>
      {view.part === 'drafts' ? null : (
        <div className="flex min-w-[min(14rem,100%)] flex-1 sm:max-w-md">
          <OwnEventsSearch view={view} />
        </div>
      )}
    </div>
  )
}

function Part({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={current ? 'page' : undefined}
      className={classes(
        'inline-flex min-h-11 items-center rounded-full px-4 transition',
        current ? 'bg-raised font-medium text-accent-ink shadow-card' : 'text-ink-soft hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}

/** Searches on Enter; an emptied box shows all events again. */
function OwnEventsSearch({ view }: { view: View }) {
  const navigate = useNavigate()
  return (
    <SearchForm
      key={view.search}
      action={paths.myEvents}
      onSearch={(text) => navigate(viewPath({ ...view, search: text.trim() }), { preventScrollReset: true })}
      defaultValue={view.search}
      aria-label={m.search}
      placeholder={m.searchPlaceholder}
      className="flex-1"
    />
  )
}

/** The empty state of My Events; `drafts` is how many there are. */
export function NoOwnEvents({ view: { part, search }, drafts }: { view: View; drafts: number }) {
  const past = part === 'past'
  if (search) {
    return (
      <EmptyState icon={Search} title={m.noEventsFound}>
        <p>{past ? m.noPastMatch : m.noUpcomingMatch}</p>
      </EmptyState>
    )
  }
  if (!past && drafts > 0) {
    return (
      <EmptyState icon={FilePen} title={m.noEvents}>
        <p>{counted(drafts, m.draftsUnpublished_one, m.draftsUnpublished_other)}</p>
        <ButtonLink to={viewPath({ part: 'drafts', search: '' })}>{m.goToDrafts}</ButtonLink>
        <ButtonLink to={paths.createEvent} variant="quiet">
          {common.createEvent}
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={CalendarPlus} title={m.noEvents}>
      <p>{past ? m.noPastEventsHint : m.noEventsHint}</p>
      {past ? null : <ButtonLink to={paths.createEvent}>{common.createEvent}</ButtonLink>}
    </EmptyState>
  )
}

/** Refunds of events without a card on this page; events that were called off have no card at all. */
export function RefundsDueNote({ refunds }: { refunds: RefundsDue[] }) {
  if (refunds.length === 0) return null
  return (
    <div className="mb-6">
      <Message kind="info" announced={false}>
        <p>{m.refundsToPay}</p>
        <ul aria-label={m.refundsDue}>
          {refunds.map(({ event_id, event_name, refunds_due }) => (
            <li key={event_id}>
              <Link
                to={paths.refunds(event_id)}
                className="inline-flex min-h-11 flex-wrap items-center gap-x-2 underline underline-offset-4"
              >
                <span className="font-medium wrap-anywhere">{event_name}</span>
                <span className="figures">{refundsText(refunds_due)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Message>
    </div>
  )
}

/** Own events that were called off: they have no card. */
export function CalledOffEvents({ events }: { events: CalledOff[] }) {
  if (events.length === 0) return null
  return (
    <section aria-labelledby="called-off" className="mt-8">
      <h2 id="called-off" className="text-lg">
        {m.calledOff}
      </h2>
      <ul>
        {events.map(({ id, event_name, start_date_event }) => (
          <li key={id}>
            <Link to={paths.manage(id)} className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
              <span className="font-medium underline underline-offset-4 wrap-anywhere">{event_name}</span>
              <span className="figures text-ink-soft">{dayDate(start_date_event)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { CalendarPlus, FilePen, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { SearchForm } from '#web/ui/forms/search-form.tsx'
import { type RefundsDue, type View, viewPath } from './load-own-events.ts'
import { refundsText } from './own-event-card.tsx'

/** Links to upcoming events, past events and drafts, with the search for events. */
export function OwnEventsTools({ view, drafts }: { view: View; drafts: number }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      <nav aria-label="My Events" className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1">
        <Part to={viewPath({ ...view, part: 'upcoming' })} current={view.part === 'upcoming'}>
          Upcoming
        </Part>
        <Part to={viewPath({ ...view, part: 'past' })} current={view.part === 'past'}>
          Past
        </Part>
        <Part to={viewPath({ part: 'drafts', search: '' })} current={view.part === 'drafts'}>
          {drafts > 0 ? `Drafts (${drafts})` : 'Drafts'}
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
      aria-label="Search my events"
      placeholder="Search my events..."
      className="flex-1"
    />
  )
}

/** The empty state of My Events; `drafts` is how many there are. */
export function NoOwnEvents({ view: { part, search }, drafts }: { view: View; drafts: number }) {
  const past = part === 'past'
  if (search) {
    return (
      <EmptyState icon={<Search aria-hidden className="size-8" />} title="No events found">
        <p>
          {past
            ? 'No past event matches your search. Look under Upcoming too.'
            : 'No upcoming event matches your search. Look under Past too.'}
        </p>
      </EmptyState>
    )
  }
  if (!past && drafts > 0) {
    return (
      <EmptyState icon={<FilePen aria-hidden className="size-8" />} title="No events available">
        <p>
          {drafts === 1
            ? 'You have a draft that is not published yet.'
            : `You have ${drafts} drafts that are not published yet.`}
        </p>
        <ButtonLink to={viewPath({ part: 'drafts', search: '' })}>Go to Drafts</ButtonLink>
        <ButtonLink to={paths.createEvent} variant="quiet">
          Create Event
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<CalendarPlus aria-hidden className="size-8" />} title="No events available">
      <p>{past ? 'Your past events will be listed here.' : 'Publish your first event: it takes a few minutes.'}</p>
      {past ? null : <ButtonLink to={paths.createEvent}>Create Event</ButtonLink>}
    </EmptyState>
  )
}

/** Refunds of events without a card on this page; events that were called off have no card at all. */
export function RefundsDueNote({ refunds }: { refunds: RefundsDue[] }) {
  if (refunds.length === 0) return null
  return (
    <div className="mb-6">
      <Message kind="info" announced={false}>
        <p>You have refunds to pay.</p>
        <ul aria-label="Refunds due">
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

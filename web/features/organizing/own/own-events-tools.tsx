import { CalendarPlus, FilePen, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { SearchForm } from '#web/ui/forms/search-form.tsx'
import { refundsWords } from './attention.ts'
import { type RefundsDue, type Shown, shownPath } from './load-own-events.ts'

/** Leads to what is coming, to what is over and to the drafts, of which it says how many there are, beside the search for
 *  events. */
export function OwnEventsTools({ shown, drafts }: { shown: Shown; drafts: number }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      <nav aria-label="My Events" className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1">
        <Part to={shownPath({ ...shown, part: 'upcoming' })} current={shown.part === 'upcoming'}>
          Upcoming
        </Part>
        <Part to={shownPath({ ...shown, part: 'past' })} current={shown.part === 'past'}>
          Past
        </Part>
        <Part to={shownPath({ part: 'drafts', search: '' })} current={shown.part === 'drafts'}>
          {drafts > 0 ? `Drafts (${drafts})` : 'Drafts'}
        </Part>
      </nav>
      {shown.part === 'drafts' ? null : (
        <div className="flex min-w-[min(14rem,100%)] flex-1 sm:max-w-md">
          <OwnEventsSearch shown={shown} />
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

/** Searches one's own events on Enter; an emptied box shows all again. */
function OwnEventsSearch({ shown }: { shown: Shown }) {
  const navigate = useNavigate()
  return (
    <SearchForm
      key={shown.search}
      action={paths.myEvents}
      onSearch={(text) => navigate(shownPath({ ...shown, search: text.trim() }), { preventScrollReset: true })}
      defaultValue={shown.search}
      aria-label="Search my events"
      placeholder="Search my events..."
      className="flex-1"
    />
  )
}

/** What stands in the place of one's own events where there are none. `drafts` is how many there are. */
export function NoOwnEvents({ shown: { part, search }, drafts }: { shown: Shown; drafts: number }) {
  const past = part === 'past'
  if (search) {
    return (
      <EmptyState icon={<Search aria-hidden className="size-8" />} title="No events found">
        <p>
          {past
            ? 'None of your past events has these words. Look under Upcoming too.'
            : 'None of your upcoming events has these words. Look under Past too.'}
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
        <ButtonLink to={shownPath({ part: 'drafts', search: '' })}>Go to Drafts</ButtonLink>
        <ButtonLink to={paths.createEvent} variant="quiet">
          Create Event
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<CalendarPlus aria-hidden className="size-8" />} title="No events available">
      <p>{past ? 'Events that are over are listed here.' : 'Publish one: it takes a few minutes.'}</p>
      {past ? null : <ButtonLink to={paths.createEvent}>Create Event</ButtonLink>}
    </EmptyState>
  )
}

/** The events that owe refunds and have no card on this page: those that were called off have one on none. */
export function RefundsDueNote({ owing }: { owing: RefundsDue[] }) {
  if (owing.length === 0) return null
  return (
    <div className="mb-6">
      <Message kind="info" announced={false}>
        <p>You have refunds to pay.</p>
        <ul aria-label="Refunds due">
          {owing.map(({ event_id, event_name, refunds_due }) => (
            <li key={event_id}>
              <Link
                to={paths.refunds(event_id)}
                className="inline-flex min-h-11 flex-wrap items-center gap-x-2 underline underline-offset-4"
              >
                <span className="font-medium wrap-anywhere">{event_name}</span>
                <span className="figures">{refundsWords(refunds_due)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Message>
    </div>
  )
}

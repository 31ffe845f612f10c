import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/ui/display/classes.ts'
import { OwnEventsSearch } from './own-events-search.tsx'
import { type Shown, shownPath } from './shown.ts'

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

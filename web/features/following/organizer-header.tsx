import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OrganizerPage } from '#contract/engagement/follows.ts'
import { afterCursor, type EventQueryInput, mostCounted } from '#contract/events/event-list.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/following.json'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { organizationTypes } from '#web/lib/format/terms.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { FollowButton } from './follow-button.tsx'

interface OrganizerHeaderProps {
  organizer: OrganizerPage
  /** Other ways to follow them. */
  children: ReactNode
}

/** Organizers also see the number of their own followers. */
export function OrganizerHeader({ organizer, children }: OrganizerHeaderProps) {
  const { organizer_name, logo, organization_type, is_verified, is_own, followers } = organizer
  return (
    <header className="mb-6 flex flex-wrap items-center gap-4 sm:mb-8 sm:gap-6">
      <Avatar picture={logo} name={organizer_name} className="size-16 shrink-0 text-2xl sm:size-24 sm:text-4xl" />
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="text-2xl wrap-anywhere sm:text-3xl">{organizer_name}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          {organizationTypes[organization_type]}
          {is_verified ? (
            <Badge tone="success">
              <BadgeCheck aria-hidden className="size-3.5" />
              {m.verified}
            </Badge>
          ) : null}
          {followers === null ? null : (
            <span className="figures">{counted(followers, m.followers_one, m.followers_other)}</span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {is_own ? (
          <ButtonLink to={paths.organizerInfo} variant="secondary">
            {m.ownProfile}
          </ButtonLink>
        ) : (
          <FollowButton organizer={organizer} />
        )}
        {children}
      </div>
    </header>
  )
}

export function WhenTabs({ organizer, chosen }: { organizer: OrganizerPage; chosen: When }) {
  const tabs: [When, string, number][] = [
    ['upcoming', m.upcomingCount, organizer.current_events],
    ['past', m.pastCount, organizer.past_events],
  ]
  return (
    <nav aria-label={m.events} className="mb-6 flex gap-1 border-b border-line p-1">
      {tabs.map(([when, label, count]) => (
        <Link
          key={when}
          to={hrefOf(organizer.id, { when, after: null })}
          preventScrollReset
          aria-current={when === chosen ? 'page' : undefined}
          className={classes(
            'figures relative inline-flex min-h-11 items-center rounded-sm px-3 transition hover:bg-accent-soft',
            'after:absolute after:inset-x-3 after:-bottom-1 after:h-0.5 after:rounded-full',
            when === chosen ? 'font-medium text-accent-ink after:bg-accent' : 'text-ink-soft',
          )}
        >
          {fill(label, { count: countText(count) })}
        </Link>
      ))}
    </nav>
  )
}

function countText(count: number): string {
  return count > mostCounted ? `${formatNumber(mostCounted)}+` : formatNumber(count)
}

/** The two lists of an organizer's page: current events, soonest first, and past events, latest first. */
type When = 'upcoming' | 'past'

/** The list and the cursor, as in the address: ?when=past&after=<cursor>. Invalid values are ignored. */
interface Place {
  when: When
  after: string | null
}

const perPage = 12

export function readPlace(params: URLSearchParams): Place {
  const after = params.get('after') ?? ''
  return { when: params.get('when') === 'past' ? 'past' : 'upcoming', after: afterCursor.test(after) ? after : null }
}

export function hrefOf(organizerId: number, { when, after }: Place): string {
  const params = new URLSearchParams({ ...(when === 'past' && { when }), ...(after !== null && { after }) })
  return `${paths.organizer(organizerId)}${params.size > 0 ? `?${params}` : ''}`
}

/** The server's query for one page of the list. */
export function queryOfPlace(organizer: number | string, { when, after }: Place): EventQueryInput {
  const list = when === 'past' ? { status: 'COMPLETED', sort: 'latest' } : { current: true, sort: 'soonest' }
  return {
    fields: 'card',
    grouped: true,
    limit: perPage,
    organizer,
    ...(after !== null && { cursor: after }),
    ...list,
  } as EventQueryInput
}

import { BadgeCheck, Bell, BellRing } from 'lucide'
import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import { shortDate } from '#contract/dates.ts'
import { type FollowedOrganizer, type OrganizerPage, toggleFollow } from '#contract/engagement/follows.ts'
import { afterCursor, type EventQueryInput } from '#contract/events/event-list.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/following.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useToggle } from '#web/lib/api/use-toggle.ts'
import { organizationTypes } from '#web/lib/format/terms.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { classes } from '#web/ui/display/classes.ts'

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
              <Icon icon={BadgeCheck} className="size-3.5" />
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

export function WhenTabs({ organizerId, chosen }: { organizerId: number; chosen: When }) {
  const tabs: [When, string][] = [
    ['upcoming', m.upcoming],
    ['past', m.past],
  ]
  return (
    <nav aria-label={m.events} className="mb-6 flex gap-1 border-b border-line p-1">
      {tabs.map(([when, label]) => (
        <Link
          key={when}
          to={hrefOf(organizerId, { when, after: null })}
          preventScrollReset
          aria-current={when === chosen ? 'page' : undefined}
          className={classes(
            'relative inline-flex min-h-11 items-center rounded-sm px-3 transition hover:bg-accent-soft',
            'after:absolute after:inset-x-3 after:-bottom-1 after:h-0.5 after:rounded-full',
            when === chosen ? 'font-medium text-accent-ink after:bg-accent' : 'text-ink-soft',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
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

/** `organizers` is null if they could not be loaded. Unfollowed organizers stay listed until the page is reopened,
 *  so that a mistake can be undone. */
export function FollowedOrganizers({ organizers }: { organizers: FollowedOrganizer[] | null }) {
  const { state, revalidate } = useRevalidator()
  return (
    <SectionCard title={m.organizersTitle} intro={m.organizersIntro}>
      {organizers === null ? <LoadFailure text={m.listFailed} busy={state === 'loading'} onAgain={revalidate} /> : null}
      {organizers?.length === 0 ? <p className="text-ink-soft">{m.nobody}</p> : null}
      {organizers?.length ? (
        <ul aria-label={m.listLabel} className="divide-y divide-line">
          {organizers.map((organizer) => (
            <li key={organizer.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <Avatar picture={organizer.logo} name={organizer.organizer_name} className="size-11 shrink-0" />
              <div className="min-w-0 flex-1 basis-40">
                <Link
                  to={paths.organizer(organizer.id)}
                  className="inline-flex min-h-11 min-w-11 items-center font-medium wrap-anywhere hover:text-accent-ink hover:underline"
                >
                  {organizer.organizer_name}
                </Link>
                <p className="figures text-sm text-ink-soft">
                  {fill(m.followedSince, { date: shortDate(organizer.followed_at) })}
                </p>
              </div>
              <FollowButton organizer={{ ...organizer, is_following: true }} />
            </li>
          ))}
        </ul>
      ) : null}
    </SectionCard>
  )
}

interface FollowButtonProps {
  organizer: { id: number; organizer_name: string; is_following: boolean }
}

function FollowButton({ organizer }: FollowButtonProps) {
  const { id, organizer_name: name } = organizer
  const { on, busy, toggle } = useToggle({
    name: `follow ${id}`,
    loaded: { on: organizer.is_following, total: 0 },
    send: () => send(id),
    optimistic: true,
    onFailure: (error, attempt) => notify.failure(messageOf(error, common.notSaved), { attempt }),
  })
  return (
    <Button
      variant={on ? 'secondary' : 'primary'}
      aria-label={fill(on ? m.followingNamed : m.followNamed, { name })}
      aria-busy={busy}
      onClick={toggle}
    >
      <Icon icon={on ? BellRing : Bell} />
      {on ? m.following : m.follow}
    </Button>
  )
}

async function send(organizerId: number) {
  const { is_following } = await call(toggleFollow, { params: { organizerId } })
  return { on: is_following, total: 0 }
}

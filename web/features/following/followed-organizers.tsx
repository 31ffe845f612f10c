import { Link, useRevalidator } from 'react-router'
import { shortDate } from '#contract/dates.ts'
import type { FollowedOrganizer } from '#contract/engagement/follows.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/following.json'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { FollowButton } from './follow-button.tsx'

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

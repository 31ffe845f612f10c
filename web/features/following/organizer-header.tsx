import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrganizerPage } from '#contract/engagement/follows.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { humanize } from '#web/lib/format/text.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
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
          {humanize(organization_type)}
          {is_verified ? (
            <Badge tone="success">
              <BadgeCheck aria-hidden className="size-3.5" />
              Verified
            </Badge>
          ) : null}
          {followers === null ? null : <span className="figures">{followersText(followers)}</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {is_own ? (
          <ButtonLink to={paths.organizerInfo} variant="secondary">
            Go to Organizer Profile
          </ButtonLink>
        ) : (
          <FollowButton organizer={organizer} />
        )}
        {children}
      </div>
    </header>
  )
}

function followersText(count: number): string {
  return count === 1 ? '1 person follows you' : `${formatNumber(count)} people follow you`
}

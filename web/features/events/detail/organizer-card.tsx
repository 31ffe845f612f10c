import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { nobody } from '#contract/accounts/deleted-account.ts'
import type { Organizer } from '#contract/organizers.ts'
import { paths } from '#contract/paths.ts'
import { humanize } from '#web/lib/format/text.ts'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { outsideLink } from './outside-link.ts'
import { Panel } from './panel.tsx'

export function OrganizerCard({ organizer }: { organizer: Organizer }) {
  return (
    <Panel title="Organizer">
      <div className="flex items-center gap-4">
        <Avatar picture={organizer.logo} name={organizer.organizer_name} className="size-14 shrink-0 text-xl" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
            {organizer.id === nobody ? (
              organizer.organizer_name
            ) : (
              <Link to={paths.organizer(organizer.id)} className={`${outsideLink} min-w-11`}>
                {organizer.organizer_name}
              </Link>
            )}
            {organizer.is_verified ? (
              <Badge tone="success">
                <BadgeCheck aria-hidden className="size-3.5" />
                Verified
              </Badge>
            ) : null}
          </p>
          {organizer.id === nobody ? null : (
            <p className="text-sm text-ink-soft">{humanize(organizer.organization_type)}</p>
          )}
        </div>
      </div>
      {organizer.email ? (
        <a href={`mailto:${organizer.email}`} className={outsideLink}>
          {organizer.email}
        </a>
      ) : null}
    </Panel>
  )
}

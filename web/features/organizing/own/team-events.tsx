import { ScanLine } from 'lucide'
import { clockTime, dayDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoint.ts'
import { teamHome } from '#contract/events/event-links.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { listTeamEvents, roleLabels } from '#contract/tickets/team.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/own-events.json'
import { call } from '#web/lib/api/call.ts'
import { otherDates } from '#web/lib/format/text.ts'
import { Icon } from '#web/lib/icon.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'

type Joined = Reply<typeof listTeamEvents>

/** Loaded with the page, so that nothing moves; none where they cannot be loaded. */
export function loadTeamEvents(): Promise<Joined> {
  return call(listTeamEvents).catch(() => [])
}

/** The events of others in whose team the viewer is. */
export function TeamEvents({ joined }: { joined: Joined }) {
  if (joined.length === 0) return null
  return (
    <section aria-labelledby="team-events" className="mb-8">
      <h2 id="team-events" className="mb-3 text-lg">
        {m.eventsYouHelpWith}
      </h2>
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {joined.map(({ role, event }) => (
          <li key={event.id}>
            <Card className="flex h-full flex-wrap items-center gap-x-4 gap-y-3 p-4">
              <div className="min-w-[min(100%,12rem)] flex-1">
                <p className="font-medium wrap-anywhere">{event.event_name}</p>
                <p className="figures flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
                  {`${dayDate(event.start_date_event)}, ${clockTime(event.start_date_event)}`}
                  <Badge>{roleLabels[role]}</Badge>
                </p>
                {event.more_dates > 0 ? (
                  <p className="figures text-sm text-ink-soft">{otherDates(event.next_dates, event.more_dates)}</p>
                ) : null}
              </div>
              <div className="flex flex-wrap gap-2">
                <ButtonLink
                  to={paths.checkIn(event.id)}
                  variant="secondary"
                  aria-label={fill(m.checkInAt, { event: event.event_name })}
                >
                  <Icon icon={ScanLine} />
                  {common.checkIn}
                </ButtonLink>
                <ButtonLink to={teamHome(event.id, role)} aria-label={fill(m.openNamed, { event: event.event_name })}>
                  {m.open}
                </ButtonLink>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

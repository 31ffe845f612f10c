import { ChartColumn, PencilLine } from 'lucide'
import { isAtLeast } from '#contract/endpoint.ts'
import { teamHome } from '#contract/events/event-links.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-detail.json'
import { EventCheckIn } from '#web/features/door/check-in-link.tsx'
import { Icon } from '#web/lib/icon.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** The links of owner and team to the event's home, to check-in and to the form, as their role allows. */
export function OwnerLinks({ event, checkedIn }: { event: EventDetail; checkedIn: number | null }) {
  if (event.role === null) return null
  return (
    <>
      <ButtonLink to={teamHome(event.id, event.role)} variant="secondary">
        <Icon icon={ChartColumn} />
        {m.manage}
      </ButtonLink>
      <EventCheckIn event={event} checkedIn={checkedIn} />
      {isAtLeast(event.role, 'co_host') && !event.is_called_off ? (
        <ButtonLink to={paths.editEvent(event.id)} variant="secondary">
          <Icon icon={PencilLine} />
          {common.editEvent}
        </ButtonLink>
      ) : null}
    </>
  )
}

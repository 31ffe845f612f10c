import { ScanLine } from 'lucide'
import type { Event } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door.json'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** A link to the door of an event. */
export function CheckInLink({ event }: { event: { id: number; event_name: string } }) {
  return (
    <ButtonLink
      to={paths.checkIn(event.id)}
      variant="secondary"
      aria-label={fill(m.checkInAt, { event: event.event_name })}
    >
      <Icon icon={ScanLine} />
      {common.checkIn}
    </ButtonLink>
  )
}

interface EventCheckInProps {
  event: Pick<Event, 'id' | 'event_name' | 'status' | 'current_attendees'>
  /** The number of people inside; null while unknown. */
  checkedIn: number | null
}

/** The team's link to the door on an event's page, with the number of people inside once the event has started. */
export function EventCheckIn({ event, checkedIn }: EventCheckInProps) {
  const isCounted = checkedIn !== null && (checkedIn > 0 || event.status === 'ONGOING')
  return (
    <>
      <CheckInLink event={event} />
      {isCounted ? (
        <p className="figures text-center text-ink-soft">
          {fill(m.checkedInOf, {
            inside: formatNumber(checkedIn),
            tickets: formatNumber(event.current_attendees),
          })}
        </p>
      ) : null}
    </>
  )
}

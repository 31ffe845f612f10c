import { ExternalLink, MapPin } from 'lucide-react'
import { placeText } from '#contract/events/event-place.ts'
import type { Event } from '#contract/events/events.ts'
import { mapsSearch, placedAt } from '#web/lib/map/map.ts'
import { late } from '#web/lib/page/late.tsx'
import { WhenSeen } from '#web/ui/display/when-seen.tsx'
import { outsideLink, Panel } from './panel.tsx'

const PlaceMap = late(async () => (await import('#web/ui/display/place-map.tsx')).PlaceMap)

/** The place of an event, or its meeting link. */
export function EventWhere({ event }: { event: Event }) {
  if (event.is_online) return <MeetingLink event={event} />
  if (event.place_to_be_announced) {
    return (
      <Panel title="Location">
        <p className="flex items-start gap-2">
          <MapPin aria-hidden className="mt-1 size-5 shrink-0 text-ink-soft" />
          {placeText(event)}
        </p>
      </Panel>
    )
  }
  const pin = placedAt(event)
  return (
    <Panel title="Location">
      {event.address ? (
        <p className="flex items-start gap-2 wrap-anywhere">
          <MapPin aria-hidden className="mt-1 size-5 shrink-0 text-ink-soft" />
          {event.address}
        </p>
      ) : null}
      <WhenSeen className="h-64 rounded-md bg-sunken">
        <PlaceMap label="Map of the place" pin={pin} />
      </WhenSeen>
      {pin ? null : <p className="text-sm text-ink-soft">The exact place is not marked on the map.</p>}
      <a href={mapsSearch(event)} target="_blank" rel="noopener noreferrer" className={outsideLink}>
        <ExternalLink aria-hidden className="size-5 shrink-0" />
        View Location
      </a>
    </Panel>
  )
}

function MeetingLink({ event }: { event: Event }) {
  return (
    <Panel title="Meeting Link">
      {event.meeting_link ? (
        <a href={event.meeting_link} target="_blank" rel="noopener noreferrer nofollow" className={outsideLink}>
          {event.meeting_link}
        </a>
      ) : (
        <p className="text-ink-soft">This event takes place online. The link appears here once you hold a ticket.</p>
      )}
    </Panel>
  )
}

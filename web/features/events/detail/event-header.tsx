import { Calendar, Clock, type IconNode, MapPin, Tag, Users } from 'lucide'
import type { ReactNode } from 'react'
import { clockTime, shortDate, weekday } from '#contract/dates.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/event-detail.json'
import * as events from '#messages/events.json'
import { capacity } from '#web/features/events/card/attendance.ts'
import { price } from '#web/lib/format/numbers.ts'
import { categoryNames, statusNames } from '#web/lib/format/terms.ts'
import { truncate } from '#web/lib/format/text.ts'
import { Icon } from '#web/lib/icon.tsx'
import { mapsSearch } from '#web/lib/map/map.ts'
import { BackButton } from '#web/ui/controls/button.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { EventImage } from '#web/ui/display/event-image.tsx'
import { ZoneNote } from './zone-note.tsx'

const addressMax = 50

/** The image and the main facts, stacked on phones. `controls` are to the right of the back button. */
export function EventHeader({ event, controls }: { event: Event; controls: ReactNode }) {
  return (
    <header className="relative isolate flex flex-col overflow-hidden bg-shade text-white sm:rounded-lg sm:shadow-float lg:min-h-104 lg:flex-row-reverse">
      <div className="absolute inset-x-0 top-0 z-10 flex flex-wrap items-center justify-between gap-2 p-3 sm:p-5">
        <BackButton fallback={paths.discover} className={roundButton} />
        <div className="flex gap-2">{controls}</div>
      </div>
      <div className="relative aspect-video w-full flex-none sm:aspect-5/2 lg:aspect-auto lg:w-3/5">
        <EventImage
          event={event}
          first
          sizes="(min-width: 80rem) 47rem, (min-width: 64rem) 60vw, 100vw"
          className="absolute size-full object-cover"
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-4 p-5 sm:p-8 lg:justify-end lg:pt-22">
        <HeaderMarks event={event} />
        <h1 className="max-w-4xl text-2xl/snug wrap-anywhere sm:text-3xl/snug">{event.event_name}</h1>
        <HeaderOrganizer organizer={event.organizer} />
        <HeaderFacts event={event} />
      </div>
    </header>
  )
}

/** A round button over a picture. */
export const roundButton =
  'inline-grid size-11 flex-none place-items-center rounded-full bg-card/95 text-ink-soft shadow-card transition hover:bg-card hover:text-accent-ink'

function HeaderMarks({ event }: { event: Event }) {
  const marks = [
    categoryNames[event.category],
    event.is_online ? m.onlineEvent : null,
    event.status === 'UPCOMING' ? null : statusNames[event.status],
    event.visibility === 'PRIVATE' ? events.privateEvent : null,
  ]
  return (
    <ul className="flex flex-wrap gap-2">
      {marks.map((mark) =>
        mark ? (
          <li key={mark} className="rounded-full bg-white px-3 py-0.5 text-sm font-medium text-shade">
            {mark}
          </li>
        ) : null,
      )}
    </ul>
  )
}

/** Only the name; the organizer card has the rest. */
function HeaderOrganizer({ organizer }: Pick<Event, 'organizer'>) {
  return (
    <p className="-mt-2 flex items-center gap-2">
      <Avatar picture={organizer.logo} name={organizer.organizer_name} className="size-7 shrink-0 text-sm" />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{m.organizerIs} </span>
        {organizer.organizer_name}
      </span>
    </p>
  )
}

function HeaderFacts({ event }: { event: Event }) {
  const day = weekday(event.start_date_event)
  return (
    <ul className="figures flex flex-wrap gap-x-6 gap-y-2">
      <Fact icon={Calendar}>
        <time dateTime={event.start_date_event}>{shortDate(event.start_date_event)}</time>
        {day ? <span> ({day})</span> : null}
      </Fact>
      <Fact icon={Clock}>
        {clockTime(event.start_date_event)}
        <ZoneNote iso={event.start_date_event}>{(zone) => ` (${zone})`}</ZoneNote>
      </Fact>
      {event.is_online ? null : (
        <Fact icon={MapPin}>
          {event.place_to_be_announced ? (
            placeText(event)
          ) : (
            <a
              href={mapsSearch(event)}
              target="_blank"
              rel="noopener noreferrer"
              className="-my-2.5 inline-block rounded-sm py-2.5 underline decoration-white/50 underline-offset-4 hover:decoration-white focus-visible:outline-white"
            >
              {event.address ? truncate(event.address, addressMax) : events.viewLocation}
            </a>
          )}
        </Fact>
      )}
      <Fact icon={Users}>{capacity(event)}</Fact>
      <Fact icon={Tag}>{price(event)}</Fact>
    </ul>
  )
}

function Fact({ icon, children }: { icon: IconNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon icon={icon} className="mt-0.75 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

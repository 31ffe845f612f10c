import { BadgeCheck, Calendar, type IconNode, Lock, MapPin, Navigation, Users, Video } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fullDate } from '#contract/dates.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/events.json'
import { price } from '#web/lib/format/numbers.ts'
import { categoryNames, statusNames } from '#web/lib/format/terms.ts'
import { otherDates, truncate, unbroken } from '#web/lib/format/text.ts'
import { Icon } from '#web/lib/icon.tsx'
import { mapsSearch } from '#web/lib/map/map.ts'
import { Badge } from '#web/ui/display/badge.tsx'
import { EventImage } from '#web/ui/display/event-image.tsx'
import { attendance } from './attendance.ts'

const addressMax = 30

interface EventCardProps {
  event: CardEvent
  /** Buttons beside the price. */
  actions?: ReactNode
  /** The maximum length of the description; by default it is cut after six lines. */
  descriptionMax?: number
  /** 2 where cards directly follow the page heading. */
  level?: 2 | 3
  /** Such as '2.5 km away'. */
  distance?: string | null
  /** Whether the card is visible when the page opens. */
  first?: boolean
  /** The `sizes` of the image; by default for a card in a grid. */
  sizes?: string
}

/** A press anywhere on the card opens the event. */
export function EventCard({
  event,
  actions,
  descriptionMax,
  level = 3,
  distance,
  first = false,
  sizes = '(min-width: 40rem) 24rem, 85vw',
}: EventCardProps) {
  const Heading = `h${level}` as const
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-card shadow-card transition hover:border-control hover:shadow-float has-[h2_a:focus-visible,h3_a:focus-visible]:outline-3 has-[h2_a:focus-visible,h3_a:focus-visible]:outline-offset-2 has-[h2_a:focus-visible,h3_a:focus-visible]:outline-accent">
      <div className="picture-place aspect-video bg-sunken">
        <EventImage event={event} first={first} sizes={sizes} className="size-full object-cover" />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <EventMarks event={event} />
        <Heading className="text-lg/snug text-pretty wrap-anywhere">
          <Link to={paths.event(event.id)} className="outline-none after:absolute after:inset-0">
            {event.event_name}
          </Link>
        </Heading>
        <ul className="flex flex-col gap-1 text-sm text-ink-soft">
          <Fact icon={Calendar}>
            <time dateTime={event.start_date_event} className="figures">
              {unbroken(fullDate(event.start_date_event))}
            </time>
            {event.more_dates > 0 ? (
              <span className="figures block">{otherDates(event.next_dates, event.more_dates)}</span>
            ) : null}
          </Fact>
          <EventVenue event={event} />
          {distance ? (
            <Fact icon={Navigation}>
              <span className="figures">{distance}</span>
            </Fact>
          ) : null}
          <Fact icon={Users}>
            <span className="figures">{attendance(event)}</span>
          </Fact>
        </ul>
        <p className="line-clamp-6 text-sm wrap-anywhere">
          {descriptionMax ? truncate(event.description, descriptionMax) : event.description}
        </p>
        <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-x-2 pt-1">
          <p className="figures text-lg font-semibold wrap-anywhere text-accent-ink">{price(event)}</p>
          {actions ? <div className="relative -mr-2 flex">{actions}</div> : null}
        </div>
      </div>
    </article>
  )
}

function EventMarks({ event }: { event: CardEvent }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Badge>{categoryNames[event.category]}</Badge>
      {event.is_online ? (
        <Badge tone="neutral">
          <Icon icon={Video} className="size-3.5" />
          {common.online}
        </Badge>
      ) : null}
      {event.is_verified ? (
        <Badge tone="success">
          <Icon icon={BadgeCheck} className="size-3.5" />
          {m.verified}
        </Badge>
      ) : null}
      {event.visibility === 'PRIVATE' ? (
        <Badge tone="neutral">
          <Icon icon={Lock} className="size-3.5" />
          {m.privateEvent}
        </Badge>
      ) : null}
      {event.status === 'UPCOMING' ? null : (
        <Badge tone={event.status === 'ONGOING' ? 'warning' : 'neutral'}>{statusNames[event.status]}</Badge>
      )}
      {/* Other dates of a series may have seats. */}
      {event.seats_left === 0 && event.more_dates === 0 && event.status !== 'COMPLETED' ? (
        <Badge tone="warning">{m.full}</Badge>
      ) : null}
    </div>
  )
}

function EventVenue({ event }: { event: CardEvent }) {
  if (event.is_online) return null
  if (event.place_to_be_announced) {
    return <Fact icon={MapPin}>{placeText(event)}</Fact>
  }
  return (
    <Fact icon={MapPin}>
      <a
        href={mapsSearch(event)}
        target="_blank"
        rel="noopener noreferrer"
        className="relative -my-2.5 inline-block max-w-full rounded-sm align-top wrap-anywhere py-2.5 underline decoration-line underline-offset-4 hover:text-accent-ink hover:decoration-current"
      >
        {event.address ? truncate(event.address, addressMax) : m.viewLocation}
      </a>
    </Fact>
  )
}

function Fact({ icon, children }: { icon: IconNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon icon={icon} className="mt-1 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

interface EventGridProps {
  events: CardEvent[]
  actionsOf: (event: CardEvent) => ReactNode
}

/** Event cards directly below a page heading. */
export function EventGrid({ events, actionsOf }: EventGridProps) {
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-6 xl:grid-cols-3">
      {events.map((event, place) => (
        <li key={event.id}>
          <EventCard event={event} actions={actionsOf(event)} level={2} first={place < 3} />
        </li>
      ))}
    </ul>
  )
}

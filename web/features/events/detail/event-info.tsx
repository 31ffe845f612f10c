import { BadgeCheck, CircleAlert, ExternalLink, MapPin } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { nobody } from '#contract/accounts/deleted-account.ts'
import { dayAndTime } from '#contract/dates.ts'
import { splitCommas } from '#contract/endpoint.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { Event, EventDetail } from '#contract/events/events.ts'
import { goneMessage } from '#contract/events/live.ts'
import { fill } from '#contract/language/messages.ts'
import type { Organizer } from '#contract/organizers.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-detail.json'
import * as events from '#messages/events.json'
import { attendance, attendeeLimit } from '#web/features/events/card/attendance.ts'
import { price } from '#web/lib/format/numbers.ts'
import { dressCodes, organizationTypes } from '#web/lib/format/terms.ts'
import { Icon } from '#web/lib/icon.tsx'
import { mapsSearch, placedAt } from '#web/lib/map/map.ts'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { WhenSeen } from '#web/ui/display/when-seen.tsx'
import { Contact, Line, outsideLink, Panel, SocialMedia } from './panels.tsx'
import { ZoneNote } from './zone-note.tsx'

interface EventInfoProps {
  event: EventDetail
  apply: ReactNode
  /** Like, bookmark and share. */
  engagement: ReactNode
}

/** All details of an event. On phones the text comes first, because the bar at the bottom has price, seats and the
 *  apply button. Wide screens show the facts at the side. */
export function EventInfo({ event, apply, engagement }: EventInfoProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div className={columnClass}>
        <Panel title={m.about}>
          <p className="mb-4 text-lg wrap-anywhere">{event.description}</p>
          <Markdown html={event.detailed_description_html} />
          <Tags tags={splitCommas(event.tags)} />
        </Panel>
      </div>
      <div className={`${columnClass} lg:col-start-2 lg:row-span-2`}>
        <RegistrationDetails event={event} apply={apply} />
        <EventWhen event={event} />
        <OtherDates dates={event.other_dates} />
        <OrganizerCard organizer={event.organizer} />
        <Panel title={m.dressCode}>
          <p>{dressCodes[event.dress_code]}</p>
        </Panel>
        <Contact event={event} />
        <SocialMedia event={event} />
      </div>
      <div className={columnClass}>
        <EventWhere event={event} />
        {event.terms_and_conditions ? (
          <Panel title={m.terms}>
            <Markdown html={event.terms_and_conditions_html} />
          </Panel>
        ) : null}
        <div className="flex flex-wrap gap-2">{engagement}</div>
      </div>
    </div>
  )
}

const columnClass = 'flex min-w-0 flex-col gap-4 sm:gap-6'

function RegistrationDetails({ event, apply }: { event: Event; apply: ReactNode }) {
  return (
    <Panel title={m.registration}>
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 text-2xl font-semibold wrap-anywhere text-accent-ink">{price(event)}</span>
        <span className="text-ink-soft">{attendance(event)}</span>
      </p>
      {apply}
      <dl className="mt-1 flex flex-col gap-3">
        <Line name={m.attendees}>{attendeeLimit(event)}</Line>
        <Line name={m.registrationCloses}>
          <Moment iso={event.end_date_register} />
        </Line>
        {event.min_age_requirement > 0 ? (
          <Line name={m.minimumAge}>{fill(m.age, { age: event.min_age_requirement })}</Line>
        ) : null}
      </dl>
    </Panel>
  )
}

/** Without writeFilters, to keep the code of the filters out of this page. */
const hrefOfTag = (tag: string) => `${paths.discover}?${new URLSearchParams({ tags: tag })}`

/** Tags, each linking to its events. */
function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={m.tags} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Link
            to={hrefOfTag(tag)}
            className="inline-flex min-h-11 min-w-11 max-w-full items-center justify-center rounded-full bg-sunken px-4 text-sm wrap-anywhere transition hover:bg-accent-soft hover:text-accent-ink"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function EventWhen({ event }: { event: Pick<Event, 'start_date_event' | 'end_date_event'> }) {
  return (
    <Panel title={m.dateAndTime}>
      <dl className="flex flex-col gap-3">
        <Line name={m.starts}>
          <Moment iso={event.start_date_event} />
        </Line>
        <Line name={m.ends}>
          <Moment iso={event.end_date_event} />
        </Line>
      </dl>
      <ZoneNote iso={event.start_date_event}>
        {(zone) => <span className="block text-sm text-ink-soft">{fill(m.allTimes, { zone })}</span>}
      </ZoneNote>
    </Panel>
  )
}

function OtherDates({ dates }: { dates: EventDetail['other_dates'] }) {
  if (dates.length === 0) return null
  return (
    <Panel title={m.otherDates}>
      <ul className="-my-2 max-h-60 overflow-y-auto">
        {dates.map(({ id, start_date_event }) => (
          <li key={id}>
            <Link to={paths.event(id)} className={outsideLink}>
              <Moment iso={start_date_event} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Such as 'Sat, Nov 21, 2026, 6:30 PM'. */
function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dayAndTime(iso)}</time>
}

function OrganizerCard({ organizer }: { organizer: Organizer }) {
  return (
    <Panel title={common.organizer}>
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
                <Icon icon={BadgeCheck} className="size-3.5" />
                {events.verified}
              </Badge>
            ) : null}
          </p>
          {organizer.id === nobody ? null : (
            <p className="text-sm text-ink-soft">{organizationTypes[organizer.organization_type]}</p>
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

/** Shown once the event is called off or the viewer may no longer see it. */
export function CalledOff({ event, isGone }: { event: Event; isGone: boolean }) {
  if (!event.is_called_off && !isGone) return null
  return (
    <p className="flex items-start gap-3 rounded-lg border border-danger bg-danger-soft p-4 font-medium text-danger">
      <Icon icon={CircleAlert} className="mt-0.5 shrink-0" />
      {event.is_called_off ? m.calledOff : goneMessage}
    </p>
  )
}

const PlaceMap = onDemand(async () => (await import('#web/ui/display/place-map.tsx')).PlaceMap)

/** The place of an event, or its meeting link. */
function EventWhere({ event }: { event: Event }) {
  if (event.is_online) return <MeetingLink event={event} />
  if (event.place_to_be_announced) {
    return (
      <Panel title={m.location}>
        <p className="flex items-start gap-2">
          <Icon icon={MapPin} className="mt-1 shrink-0 text-ink-soft" />
          {placeText(event)}
        </p>
      </Panel>
    )
  }
  const pin = placedAt(event)
  return (
    <Panel title={m.location}>
      {event.address ? (
        <p className="flex items-start gap-2 wrap-anywhere">
          <Icon icon={MapPin} className="mt-1 shrink-0 text-ink-soft" />
          {event.address}
        </p>
      ) : null}
      <WhenSeen className="h-64 rounded-md bg-sunken">
        <PlaceMap label={m.map} pin={pin} />
      </WhenSeen>
      {pin ? null : <p className="text-sm text-ink-soft">{m.notOnMap}</p>}
      <a href={mapsSearch(event)} target="_blank" rel="noopener noreferrer" className={outsideLink}>
        <Icon icon={ExternalLink} className="shrink-0" />
        {events.viewLocation}
      </a>
    </Panel>
  )
}

function MeetingLink({ event }: { event: Event }) {
  return (
    <Panel title={m.meetingLink}>
      {event.meeting_link ? (
        <a href={event.meeting_link} target="_blank" rel="noopener noreferrer nofollow" className={outsideLink}>
          {event.meeting_link}
        </a>
      ) : (
        <p className="text-ink-soft">{m.meetingLinkLater}</p>
      )}
    </Panel>
  )
}

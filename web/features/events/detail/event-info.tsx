import type { ReactNode } from 'react'
import type { EventDetail } from '#contract/events/events.ts'
import { splitCommas } from '#contract/fields.ts'
import { humanize } from '#web/lib/format/text.ts'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { Contact, SocialMedia } from './contact.tsx'
import { EventWhen } from './event-when.tsx'
import { EventWhere } from './event-where.tsx'
import { OrganizerCard } from './organizer-card.tsx'
import { Panel } from './panel.tsx'
import { RegistrationDetails } from './registration-details.tsx'
import { Tags } from './tags.tsx'

interface EventInfoProps {
  event: EventDetail
  /** The button to apply. */
  apply: ReactNode
  /** Under what one has read: to like, keep and share. */
  engagement: ReactNode
}

/** All there is to know. On phones what one needs to decide comes first; wide screens have it at the side. */
export function EventInfo({ event, apply, engagement }: EventInfoProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6 lg:col-start-2">
        <RegistrationDetails event={event} apply={apply} />
        <EventWhen event={event} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <Panel title="About the Event">
          <Markdown html={event.detailed_description_html} />
          <Tags tags={splitCommas(event.tags)} />
        </Panel>
        {event.terms_and_conditions ? (
          <Panel title="Terms & Conditions">
            <Markdown html={event.terms_and_conditions_html} />
          </Panel>
        ) : null}
        <EventWhere event={event} />
        <div className="flex flex-wrap gap-2">{engagement}</div>
      </div>
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6 lg:col-start-2">
        <OrganizerCard organizer={event.organizer} />
        <Panel title="Dress Code">
          <p>{humanize(event.dress_code)}</p>
        </Panel>
        <Contact event={event} />
        <SocialMedia event={event} />
      </div>
    </div>
  )
}

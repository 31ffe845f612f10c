import type { ReactNode } from 'react'
import type { CardEvent } from '#contract/events/events.ts'
import { EventCard } from './event-card.tsx'

interface EventGridProps {
  events: CardEvent[]
  actionsOf: (event: CardEvent) => ReactNode
}

/** Event cards that directly follow the heading of a page. */
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

import type { ReactNode } from 'react'
import type { CardEvent } from '#contract/events/events.ts'
import { EventCard } from '#web/features/events/card/event-card.tsx'
import { Carousel } from '#web/ui/controls/carousel.tsx'

interface EventCarouselProps {
  title: string
  subtitle: string
  events: CardEvent[]
  actionsOf: (event: CardEvent) => ReactNode
}

/** A row of event cards; nothing where there are none. */
export function EventCarousel({ title, subtitle, events, actionsOf }: EventCarouselProps) {
  if (events.length === 0) return null
  return (
    <Carousel title={title} subtitle={subtitle}>
      {events.map((event) => (
        <li key={event.id} className="w-[min(19rem,82vw)] shrink-0 snap-start">
          <EventCard event={event} sizes="min(19rem, 82vw)" actions={actionsOf(event)} />
        </li>
      ))}
    </Carousel>
  )
}

import type { MetaDescriptor } from 'react-router'
import { dayDate } from '#contract/dates.ts'
import { eventPreview } from '#contract/events/event-preview.ts'
import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { statusOf } from '#web/lib/api/api-error.ts'
import { hiddenHead, type Matches, publicHead } from '#web/lib/page/meta.ts'
import type { Structured } from './structured-event.ts'

interface Loaded {
  event: Event
  /** Null in what a browser loads by itself. */
  structured: Structured | null
}

/** The head of an event's page. A private event tells search engines and social networks nothing but its title to
 *  whoever opens it: without its key an unlisted one has no address to publish, and with the key that is secret. */
export function eventMeta(matches: Matches, loaded: Loaded | undefined, error?: unknown): MetaDescriptor[] {
  if (!loaded) return hiddenHead(matches, statusOf(error) === 404 ? 'No event found.' : 'Event')
  const { event, structured } = loaded
  const description = `${dayDate(event.start_date_event)} · ${event.description.replace(/\s+/g, ' ')}`
  if (event.visibility === 'PRIVATE') return hiddenHead(matches, event.event_name, description)
  // Nobody but those who held a ticket reads it any more.
  if (event.is_called_off) {
    const head = hiddenHead(matches, event.event_name, description)
    return structured ? [...head, { 'script:ld+json': structured }] : head
  }
  return publicHead(matches, {
    title: event.event_name,
    description,
    path: paths.event(event.id),
    picture: { path: eventPreview(event), alt: event.event_name },
    ...(structured && { structured }),
  })
}

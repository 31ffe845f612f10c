import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './events.schemas.ts'

export type {
  CardEvent,
  Category,
  EndReason,
  Event,
  EventDetail,
  EventStatus,
  Visibility,
} from './events.schemas.ts'

/** Plain lists for pages that check nothing by a schema. */
export const categories = ['CONFERENCE', 'WORKSHOP', 'SEMINAR', 'NETWORKING', 'CONCERT', 'OTHER'] as const

export const visibilities = ['PUBLIC', 'PRIVATE'] as const

export const eventStatuses = ['UPCOMING', 'ONGOING', 'COMPLETED'] as const

/** An unlisted event needs its key, except for its team and people who opened it before. */
export const showEvent: Call<typeof schemas.showEventSchema> = {
  method: 'GET',
  url: '/api/events/:eventId',
  config: { access: 'visitor', scope: 'read', shared: 'event' },
}

export const showEventCard: Call<typeof schemas.showEventCardSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/card',
  config: { access: 'visitor', scope: 'read', shared: 'event' },
}

/** Counts a view of an event's page. Always the same answer, whether or not it counted. */
export const countVisit: Call<typeof schemas.countVisitSchema> = {
  method: 'POST',
  url: '/api/events/:eventId/visits',
  config: { access: 'visitor', limit: 'visit', empty: true },
}

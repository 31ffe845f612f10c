import type { Call } from '#contract/endpoint.ts'
import * as m from '#messages/fields.json'
import type * as schemas from './live.schemas.ts'

export type { Farewell, LiveEvent } from './live.schemas.ts'

export const farewellName = 'gone'

/** Shown on an open page if the event was not called off. */
export const goneMessage = m.eventGone

/** Server-sent events: one message at once, then one per change, at most two a second. The stream ends with a
 *  `Farewell` if the viewer may no longer see the event; without one when the session, the token or the server ends:
 *  reconnect with a fresh token. `too_many_streams` if the server has too many, `too_many_requests` if the viewer
 *  has: then poll `showLiveEvent`. */
export const watchEvent: Call<typeof schemas.watchEventSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/live',
  config: { access: 'visitor' },
}

/** The same numbers once, for networks that block streams. */
export const showLiveEvent: Call<typeof schemas.showLiveEventSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/live/now',
  config: { access: 'visitor', scope: 'read', shared: 'event' },
}

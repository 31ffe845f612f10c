import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './live.schemas.ts'

export type { Farewell, LiveEvent } from './live.schemas.ts'

/** The name of that message; the others have none. */
export const farewellName = 'gone'

/** What an open page says after a farewell to an event that was not called off. */
export const goneMessage = 'This event is no longer shown to you. It may have been taken down or made private.'

/** Answers server-sent events (text/event-stream): one message with the numbers now, then one whenever they have
 *  changed, at most two in a second. The stream ends with a `Farewell` when the reader may no longer see the event, and
 *  without one with their session or token, and when the server stops: ask again, with a fresh token. Refused as
 *  `too_many_streams` where the server has too many open already, and as `too_many_requests` where the reader has:
 *  `showLiveEvent` then does the same at a slower pace. */
export const watchEvent: Call<typeof schemas.watchEventSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/live',
  config: { access: 'visitor' },
}

/** Answers the same numbers once, for networks on which streams do not pass. */
export const showLiveEvent: Call<typeof schemas.showLiveEventSchema> = {
  method: 'GET',
  url: '/api/events/:eventId/live/now',
  config: { access: 'visitor', shared: 'event' },
}

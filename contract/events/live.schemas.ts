import { z } from 'zod'
import type { Schemas } from '#contract/endpoint.ts'
import { Slip } from '#contract/payments/slip.ts'
import { EventParams, LinkQuery, Standing } from './events.schemas.ts'
import * as live from './live.ts'

/** The numbers of an event that change while people look at it. Each message holds them all, and makes up for any
 *  missed. `version` rises with every edit, when comments are closed or opened, and when the event is called off; a page
 *  that shows an older one reads the event anew. `comments_version` rises with every change of the comments that the
 *  reader may see; `listComments` says in `X-Version` which one its answer has at least. `waiting` is how many stand in line.
 *  `ticket` is the state of the reader's own application, null where they have none, `position` their place in line, and `slip` what has become of the
 *  transfer slip that they sent last for a seat that is still to be paid. `checked_in`, how many comments are `reported` and neither hidden nor dismissed since, and
 *  how many applications are `to_approve` and `to_pay`, and of how many of these the `slips` are in review, are for the
 *  event's owner, null for everybody else. */
export const LiveEvent = z.object({
  version: z.number().int(),
  max_attendee: z.number().int().nullable(),
  current_attendees: z.number().int(),
  waiting: z.number().int(),
  comments_version: z.number().int(),
  ticket: Standing.shape.ticket,
  position: z.number().int().nullable(),
  slip: Slip.shape.state.nullable(),
  checked_in: z.number().int().nullable(),
  reported: z.number().int().nullable(),
  to_approve: z.number().int().nullable(),
  to_pay: z.number().int().nullable(),
  slips: z.number().int().nullable(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** The last message of a stream, under the name `gone`, where the reader may no longer see the event. `is_called_off` says
 *  that it was called off before its end; false says no more than a 404 would. */
export const Farewell = z.object({ is_called_off: z.boolean() })
export type Farewell = z.infer<typeof Farewell>

export const watchEventSchema = {
  summary: 'Follow what changes of an event',
  params: EventParams,
  querystring: LinkQuery,
  refusals: ['event_not_found', 'too_many_requests', 'too_many_streams'],
  mediaType: 'text/event-stream',
  response: { 200: LiveEvent },
} satisfies Schemas
export const watchEvent = { ...live.watchEvent, schema: watchEventSchema }

export const showLiveEventSchema = {
  summary: 'Read what changes of an event',
  params: EventParams,
  querystring: LinkQuery,
  refusals: ['event_not_found'],
  response: { 200: LiveEvent },
} satisfies Schemas
export const showLiveEvent = { ...live.showLiveEvent, schema: showLiveEventSchema }

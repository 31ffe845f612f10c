import { z } from 'zod'
import type { Schemas } from '#contract/endpoint.ts'
import { EventParams, LinkQuery, Slip, Standing } from './events.schemas.ts'
import * as live from './live.ts'
import { TicketType } from './ticket-types.schemas.ts'

/** The live numbers of an event; each message has them all. `version` increases with every edit, when comments are
 *  closed or opened, and when the event is called off: a page with an older one reloads the event. `comments_version`
 *  increases with every visible change of the comments; `listComments` returns the one it includes in `X-Version`.
 *  `waiting` is the length of the waiting list. The viewer's own: `ticket` is the state of their application,
 *  `position` their place on the waiting list, `slip` the state of their last transfer slip. For the owner and
 *  their desk only, otherwise null: `checked_in`, `to_approve`, `to_pay`, `invited` and `slips` in review; `reported` (open comment reports)
 *  for owner and co-hosts. */
export const LiveEvent = z.object({
  version: z.number().int(),
  max_attendee: z.number().int().nullable(),
  current_attendees: z.number().int(),
  seats_left: z.number().int().nullable(),
  waiting: z.number().int(),
  /** Of each ticket type that everybody sees, in order. */
  ticket_types: z.array(TicketType.pick({ id: true, seats_left: true, waiting: true })),
  comments_version: z.number().int(),
  ticket: Standing.shape.ticket,
  position: z.number().int().nullable(),
  slip: Slip.shape.state.nullable(),
  checked_in: z.number().int().nullable(),
  reported: z.number().int().nullable(),
  to_approve: z.number().int().nullable(),
  to_pay: z.number().int().nullable(),
  invited: z.number().int().nullable(),
  slips: z.number().int().nullable(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** The last message, named `gone`, if the viewer may no longer see the event. `is_called_off` says whether it was
 *  called off before its end. */
export const Farewell = z.object({ is_called_off: z.boolean() })
export type Farewell = z.infer<typeof Farewell>

export const watchEventSchema = {
  summary: 'Stream the live numbers of an event',
  params: EventParams,
  querystring: LinkQuery,
  refusals: ['event_not_found', 'too_many_requests', 'too_many_streams'],
  mediaType: 'text/event-stream',
  response: {
    200: z
      .union([LiveEvent, Farewell])
      .describe(`Messages. The last one may be a Farewell, named \`${live.farewellName}\`.`),
  },
} satisfies Schemas
export const watchEvent = { ...live.watchEvent, schema: watchEventSchema }

export const showLiveEventSchema = {
  summary: 'Read the live numbers of an event',
  params: EventParams,
  querystring: LinkQuery,
  refusals: ['event_not_found'],
  response: { 200: LiveEvent },
} satisfies Schemas
export const showLiveEvent = { ...live.showLiveEvent, schema: showLiveEventSchema }

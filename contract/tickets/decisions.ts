import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EventParams } from '#contract/events/events.ts'
import { Flag, Id, text } from '#contract/fields.ts'

export const decisionLimits = { applications: 1_000, word: 300 } as const

/** The applications that a decision is about, by the numbers of their rows (`application_id` of an applicant, `id` of a
 *  ticket). All must be of this event; those in another state than the decision is for are passed over. */
const Applications = z
  .array(Id)
  .min(1, 'Choose at least one application.')
  .max(decisionLimits.applications, `Choose at most ${decisionLimits.applications} applications.`)

/** The rows that the decision has changed. */
const Decided = z.object({ applications: z.array(Id) })
export type Decided = z.infer<typeof Decided>

/** The organizer's words to each of those whom the decision is about; '' for none. */
const Word = text(decisionLimits.word).default('')

/** Gives each of these PENDING applications a seat: they are ACTIVE then, or UNPAID where there is a price to pay. More than
 *  there are free seats are refused as `seats_not_enough`, with their number in `seats_free`; with `first` as many as there
 *  are seats are approved, in the order in which they applied. `application_decided` where none is PENDING. */
export const approveApplications = {
  method: 'POST',
  url: '/api/events/:eventId/applications/approve',
  schema: {
    summary: "Approve applications for one's own event",
    params: EventParams,
    body: z.object({ applications: Applications, word: Word, first: Flag.default(false) }),
    refusals: [
      'application_decided',
      'event_called_off',
      'event_not_found',
      'event_over',
      'event_started',
      'not_your_event',
      'seats_not_enough',
      'ticket_not_found',
    ],
    response: { 200: Decided },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Ends each of these applications that is no ticket yet: WAITING, PENDING or UNPAID. */
export const refuseApplications = {
  method: 'POST',
  url: '/api/events/:eventId/applications/refuse',
  schema: {
    summary: "Refuse applications for one's own event",
    params: EventParams,
    body: z.object({ applications: Applications, word: Word }),
    refusals: [
      'application_decided',
      'event_called_off',
      'event_not_found',
      'event_over',
      'not_your_event',
      'ticket_not_found',
    ],
    response: { 200: Decided },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

/** Makes a ticket of each of these UNPAID applications: the organizer has seen the money. */
export const markPaid = {
  method: 'POST',
  url: '/api/events/:eventId/applications/paid',
  schema: {
    summary: "Mark applications for one's own event as paid",
    params: EventParams,
    body: z.object({ applications: Applications }),
    refusals: [
      'application_decided',
      'event_called_off',
      'event_not_found',
      'event_over',
      'not_your_event',
      'ticket_not_found',
    ],
    response: { 200: Decided },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

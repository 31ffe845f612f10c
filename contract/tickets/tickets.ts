import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './tickets.schemas.ts'
import type { TicketStatus } from './tickets.schemas.ts'

export type { SignedTicket, Ticket, TicketFeed, TicketStatus } from './tickets.schemas.ts'

/** A status as people read it. */
export const statusLabels: Record<TicketStatus, string> = {
  WAITING: 'Waiting',
  PENDING: 'Pending',
  UNPAID: 'Unpaid',
  ACTIVE: 'Active',
  USED: 'Used',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
}

/** Answers an ACTIVE ticket, or what comes before it: PENDING where the event needs approval, UNPAID where it is paid by
 *  PromptPay, and WAITING where it is full and the person is willing to `wait`. Without that a full event is `event_full`. */
export const applyToEvent: Call<typeof schemas.applyToEventSchema> = {
  method: 'POST',
  url: '/api/tickets/event/:eventId/register',
  config: { access: 'signed-in', limit: 'apply' },
}

/** Newest first; only one's own. */
export const listTickets: Call<typeof schemas.listTicketsSchema> = {
  method: 'GET',
  url: '/api/tickets/user/:userId',
  config: { access: 'signed-in' },
}

export const showTicket: Call<typeof schemas.showTicketSchema> = {
  method: 'GET',
  url: '/api/tickets/:ticketId',
  config: { access: 'signed-in' },
}

/** Gives the seat back, leaves the line, or withdraws an application; it stays readable as cancelled. Where the application is
 *  in another `state` than its holder saw, nothing is done: `application_changed`, with the state that it is in now. */
export const cancelTicket: Call<typeof schemas.cancelTicketSchema> = {
  method: 'DELETE',
  url: '/api/tickets/:ticketId/cancel',
  config: { access: 'signed-in', limit: 'apply' },
}

/** Puts these answers in the place of the applicant's own, until registration closes: `registration_closed` after that, and
 *  `ticket_not_active` where the application has ended. They answer the event's questions of today, all together, and are
 *  refused as an application's are (`answers_invalid`), also where one was `asked` in other words. Answers to questions that are not asked any more stay. */
export const changeAnswers: Call<typeof schemas.changeAnswersSchema> = {
  method: 'PATCH',
  url: '/api/tickets/:ticketId/answers',
  config: { access: 'signed-in', limit: 'write' },
}

/** The path of the calendar that a secret opens. */
export function ticketFeedPath(secret: string): string {
  return `/feeds/tickets/${secret}.ics`
}

const feedUrl = '/api/tickets/calendar-feed'

export const showTicketFeed: Call<typeof schemas.showTicketFeedSchema> = {
  method: 'GET',
  url: feedUrl,
  config: { access: 'signed-in' },
}

/** The address that there was before stops working. */
export const renewTicketFeed: Call<typeof schemas.renewTicketFeedSchema> = {
  method: 'POST',
  url: feedUrl,
  config: { access: 'signed-in', limit: 'write' },
}

export const endTicketFeed: Call<typeof schemas.endTicketFeedSchema> = {
  method: 'DELETE',
  url: feedUrl,
  config: { access: 'signed-in', limit: 'write' },
}

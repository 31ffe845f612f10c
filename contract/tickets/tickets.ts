import type { Call } from '#contract/endpoint.ts'
import * as m from '#messages/application-states.json'
import type * as schemas from './tickets.schemas.ts'
import type { TicketStatus } from './tickets.schemas.ts'

export type { Guest, Party, SignedTicket, Ticket, TicketFeed, TicketMove, TicketStatus } from './tickets.schemas.ts'

/** Labels for users. */
export const statusLabels: Record<TicketStatus, string> = {
  WAITING: m.waiting,
  PENDING: m.pending,
  UNPAID: m.unpaid,
  ACTIVE: m.active,
  USED: m.used,
  CANCELLED: m.cancelled,
  EXPIRED: m.expired,
}

/** Returns an ACTIVE ticket, or an application: PENDING if the event needs approval, UNPAID if it is paid by PromptPay, WAITING if
 *  it or the ticket type is full and the applicant agreed to `wait` (otherwise `event_full` or `ticket_type_full`). */
export const applyToEvent: Call<typeof schemas.applyToEventSchema> = {
  method: 'POST',
  url: '/api/tickets/event/:eventId/register',
  config: { access: 'signed-in', limit: 'apply' },
}

/** Newest first. Own tickets only. */
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

/** Gives the seat back, leaves the waiting list, or withdraws the application, which stays readable as cancelled. An application
 *  ends with the seats of its guests, unless only `one_seat` is given back, for which `state` is ignored. Does nothing if
 *  the application is no longer in the `state` that its holder saw: `application_changed`, with the current state. */
export const cancelTicket: Call<typeof schemas.cancelTicketSchema> = {
  method: 'DELETE',
  url: '/api/tickets/:ticketId/cancel',
  config: { access: 'signed-in', limit: 'apply' },
}

/** Replaces the applicant's answers to the current questions, until registration closes (`registration_closed`). Answers to former
 *  questions stay. `ticket_not_active` if the application has ended; `answers_invalid` as when applying, also if a question has
 *  changed since it was `asked`. */
export const changeAnswers: Call<typeof schemas.changeAnswersSchema> = {
  method: 'PATCH',
  url: '/api/tickets/:ticketId/answers',
  config: { access: 'signed-in', limit: 'write' },
}

export const wallets = ['apple', 'google'] as const
export type Wallet = (typeof wallets)[number]

/** Returns the address at which a phone adds the holder's valid ticket to a wallet that the operator has set keys for: for Apple of a
 *  signed pass, for ten minutes, for Google of its page for saving. */
export const addToWallet: Call<typeof schemas.addToWalletSchema> = {
  method: 'POST',
  url: '/api/tickets/:ticketId/wallet-pass',
  config: { access: 'signed-in', limit: 'wallet' },
}

export function ticketFeedPath(secret: string): string {
  return `/feeds/tickets/${secret}.ics`
}

const feedUrl = '/api/tickets/calendar-feed'

export const showTicketFeed: Call<typeof schemas.showTicketFeedSchema> = {
  method: 'GET',
  url: feedUrl,
  config: { access: 'signed-in' },
}

/** The previous address stops working. */
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

import type { ApplicationState } from '#contract/events/application.ts'

/** The occasions of mails to applicants, with the states in which each is still true when sent: later changes have mails of
 *  their own. */
export const newsStates = {
  confirmed: 'ACTIVE',
  promoted: 'ACTIVE',
  approved: 'ACTIVE',
  paid: 'ACTIVE',
  reminder: 'ACTIVE',
  to_pay: 'UNPAID',
  promoted_to_pay: 'UNPAID',
  approved_to_pay: 'UNPAID',
  receiver_changed: 'UNPAID',
  deadline_shortened: 'UNPAID',
  slip_refused: 'UNPAID',
  waiting: 'WAITING',
  asked: 'PENDING',
  to_approve: 'PENDING',
  refused: 'CANCELLED',
  unpaid: 'CANCELLED',
  not_eligible: 'CANCELLED',
  line_closed: 'CANCELLED',
  too_late: 'CANCELLED',
  cancelled: 'CANCELLED',
} as const satisfies Record<string, ApplicationState>

export type TicketNews = keyof typeof newsStates

type NewsOf<State extends ApplicationState> = {
  [News in TicketNews]: (typeof newsStates)[News] extends State ? News : never
}[TicketNews]

/** News for a ticket holder, mailed with the ticket's code. */
export type TicketGood = NewsOf<'ACTIVE'>

/** News about an application that is not a ticket. */
export type ApplicationNews = Exclude<NewsOf<'WAITING' | 'UNPAID' | 'PENDING' | 'CANCELLED'>, 'cancelled'>

/** News that is queued with the change of state, and mailed some seconds later. */
export type NotedNews = Exclude<TicketNews, 'reminder' | 'cancelled'>

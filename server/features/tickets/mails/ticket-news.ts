import type { ApplicationState } from '#contract/events/application.ts'

/** The occasions of mails to whoever has applied, with the state in which each is still true when it is sent: what has become
 *  of the application since has a mail of its own. */
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

/** News of somebody who holds a ticket: it is mailed with its code. */
export type TicketGood = NewsOf<'ACTIVE'>

/** News of an application that is no ticket. */
export type ApplicationNews = Exclude<NewsOf<'WAITING' | 'UNPAID' | 'PENDING' | 'CANCELLED'>, 'cancelled'>

/** News that are noted with the change of state, and mailed some seconds after it. */
export type NotedNews = Exclude<TicketNews, 'reminder' | 'cancelled'>

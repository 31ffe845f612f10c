import * as m from '#messages/application-states.json'
import type { ApplicationState, CancelReason, LiveState } from './events.schemas.ts'

export type { ApplicationState, CancelReason, LiveState } from './events.schemas.ts'

/** The states of an application, a row of `tickets`. Server, pages and tests use only the states and transitions in this file.
 *  WAITING is on the waiting list, PENDING waits for approval, UNPAID holds a seat until a deadline. INVITED holds a seat for
 *  somebody who was invited, and is nobody's until they claim it. ACTIVE is a ticket, USED a ticket that was checked in. CANCELLED
 *  is the end, with a reason. */
export const applicationStates = ['WAITING', 'PENDING', 'INVITED', 'UNPAID', 'ACTIVE', 'USED', 'CANCELLED'] as const

/** Those of a person's application until it ends. A person has at most one application to an event in one of these. */
export const liveStates = ['WAITING', 'PENDING', 'UNPAID', 'ACTIVE', 'USED'] as const

export const cancelReasons = [
  'by_holder',
  'refused',
  'unpaid',
  'not_eligible',
  'line_closed',
  'too_late',
  'called_off',
  'passed_on',
  'not_claimed',
  'walk_in_undone',
] as const

export function holdsSeat(state: ApplicationState): boolean {
  return state === 'UNPAID' || state === 'INVITED' || isTicket(state)
}

/** Only tickets have a code, a meeting link, reminders and a place in the check-in list. */
export function isTicket(state: ApplicationState): state is 'ACTIVE' | 'USED' {
  return state === 'ACTIVE' || state === 'USED'
}

export type Action =
  | 'applied'
  | 'invited'
  | 'claimed'
  | 'walked_in'
  | 'promoted'
  | 'approval_asked'
  | 'approved'
  | 'paid'
  | 'checked_in'
  | 'entry_undone'
  | CancelReason

/** `from` null is the application itself; `by` is who causes the change. */
export interface Transition {
  from: ApplicationState | null
  to: ApplicationState
  by: 'holder' | 'organizer' | 'door' | 'server'
  why: Action
}

export const transitions: readonly Transition[] = [
  { from: null, to: 'WAITING', by: 'holder', why: 'applied' },
  { from: null, to: 'PENDING', by: 'holder', why: 'applied' },
  { from: null, to: 'UNPAID', by: 'holder', why: 'applied' },
  { from: null, to: 'ACTIVE', by: 'holder', why: 'applied' },

  { from: null, to: 'INVITED', by: 'organizer', why: 'invited' },
  { from: 'INVITED', to: 'ACTIVE', by: 'holder', why: 'claimed' },
  { from: null, to: 'USED', by: 'door', why: 'walked_in' },

  { from: 'WAITING', to: 'UNPAID', by: 'server', why: 'promoted' },
  { from: 'WAITING', to: 'ACTIVE', by: 'server', why: 'promoted' },
  { from: 'WAITING', to: 'PENDING', by: 'organizer', why: 'approval_asked' },
  { from: 'PENDING', to: 'UNPAID', by: 'organizer', why: 'approved' },
  { from: 'PENDING', to: 'ACTIVE', by: 'organizer', why: 'approved' },
  { from: 'UNPAID', to: 'ACTIVE', by: 'organizer', why: 'paid' },
  { from: 'ACTIVE', to: 'USED', by: 'door', why: 'checked_in' },
  { from: 'USED', to: 'ACTIVE', by: 'door', why: 'entry_undone' },

  { from: 'WAITING', to: 'CANCELLED', by: 'holder', why: 'by_holder' },
  { from: 'PENDING', to: 'CANCELLED', by: 'holder', why: 'by_holder' },
  { from: 'UNPAID', to: 'CANCELLED', by: 'holder', why: 'by_holder' },
  { from: 'ACTIVE', to: 'CANCELLED', by: 'holder', why: 'by_holder' },
  { from: 'INVITED', to: 'CANCELLED', by: 'holder', why: 'by_holder' },
  // Undoing the entry of someone who has deleted their account since.
  { from: 'USED', to: 'CANCELLED', by: 'door', why: 'by_holder' },
  { from: 'WAITING', to: 'CANCELLED', by: 'organizer', why: 'refused' },
  { from: 'PENDING', to: 'CANCELLED', by: 'organizer', why: 'refused' },
  { from: 'UNPAID', to: 'CANCELLED', by: 'organizer', why: 'refused' },
  { from: 'INVITED', to: 'CANCELLED', by: 'organizer', why: 'refused' },
  { from: 'INVITED', to: 'CANCELLED', by: 'server', why: 'not_claimed' },
  { from: 'USED', to: 'CANCELLED', by: 'door', why: 'walk_in_undone' },
  { from: 'UNPAID', to: 'CANCELLED', by: 'server', why: 'unpaid' },
  { from: 'WAITING', to: 'CANCELLED', by: 'server', why: 'not_eligible' },
  { from: 'WAITING', to: 'CANCELLED', by: 'organizer', why: 'line_closed' },
  { from: 'WAITING', to: 'CANCELLED', by: 'server', why: 'too_late' },
  { from: 'PENDING', to: 'CANCELLED', by: 'server', why: 'too_late' },
  // Its deadline was paused, and nobody decided in the time after the event.
  { from: 'UNPAID', to: 'CANCELLED', by: 'server', why: 'too_late' },
  { from: 'WAITING', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'PENDING', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'UNPAID', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'INVITED', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'ACTIVE', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'USED', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  // The old number and code of a ticket that was passed on.
  { from: null, to: 'CANCELLED', by: 'holder', why: 'passed_on' },
]

/** The states from which the server accepts this action. */
export function statesBefore(action: Action): ApplicationState[] {
  const states = transitions.filter(({ why, from }) => why === action && from !== null).map(({ from }) => from)
  return applicationStates.filter((state) => states.includes(state))
}

/** How long after the event the organizer may decide about a seat that may have been paid, in milliseconds. Then it
 *  ends as too late. */
export const decidedAfterEnd = 30 * 24 * 3_600_000

/** The fields of an event that decide where its applications start. */
export interface Way {
  needs_approval: boolean
  /** The price is paid by PromptPay before there is a ticket. */
  takes_promptpay: boolean
}

/** The state of an application that gets a seat: unpaid if there is a price to pay first. */
export function seatedState({ takes_promptpay }: Pick<Way, 'takes_promptpay'>): 'UNPAID' | 'ACTIVE' {
  return takes_promptpay ? 'UNPAID' : 'ACTIVE'
}

/** The state of a new application. Approval comes first and takes no seat. */
export function firstState(way: Way): 'PENDING' | 'UNPAID' | 'ACTIVE' {
  return way.needs_approval ? 'PENDING' : seatedState(way)
}

/** What a state means to the applicant, with the next step. */
export const stateSentences: Record<LiveState, string> = {
  WAITING: m.waitingMeans,
  PENDING: m.pendingMeans,
  UNPAID: m.unpaidMeans,
  ACTIVE: m.activeMeans,
  USED: m.usedMeans,
}

/** Why an application ended, as a sentence to the applicant. */
export const cancelSentences: Record<CancelReason, string> = {
  by_holder: m.endedByHolder,
  refused: m.endedRefused,
  unpaid: m.endedUnpaid,
  not_eligible: m.endedNotEligible,
  line_closed: m.endedLineClosed,
  too_late: m.endedTooLate,
  called_off: m.endedCalledOff,
  passed_on: m.endedPassedOn,
  not_claimed: m.endedNotClaimed,
  walk_in_undone: m.endedWalkIn,
}

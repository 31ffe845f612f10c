import type { ApplicationState, CancelReason, LiveState } from './events.schemas.ts'

export type { ApplicationState, CancelReason, LiveState } from './events.schemas.ts'

/**
 * The life of an application (docs/decisions/075-the-life-of-an-application.md). The application is a row of `tickets`
 * and has one state at a time; the server writes, the pages show and the tests expect no other states and changes than
 * those of this file.
 *
 * WAITING stands in line for a seat, PENDING is for the organizer to approve, UNPAID holds a seat until a deadline. ACTIVE
 * is a ticket, USED one that was checked in. CANCELLED is the end, with its reason.
 */
export const applicationStates = ['WAITING', 'PENDING', 'UNPAID', 'ACTIVE', 'USED', 'CANCELLED'] as const

/** The states that are not the end. A person has at most one application to an event in one of them. */
export const liveStates = ['WAITING', 'PENDING', 'UNPAID', 'ACTIVE', 'USED'] as const

/** Why an application has ended. */
export const cancelReasons = [
  'by_holder',
  'refused',
  'unpaid',
  'not_eligible',
  'line_closed',
  'too_late',
  'called_off',
] as const

/** Whether an application in this state takes one of the event's seats. */
export function holdsSeat(state: ApplicationState): boolean {
  return state === 'UNPAID' || isTicket(state)
}

/** Whether it is a ticket: only then there are a code, a meeting link, reminders and a place in the list of the door. */
export function isTicket(state: ApplicationState): state is 'ACTIVE' | 'USED' {
  return state === 'ACTIVE' || state === 'USED'
}

export type Deed =
  | 'applied'
  | 'promoted'
  | 'approval_asked'
  | 'approved'
  | 'paid'
  | 'checked_in'
  | 'entry_undone'
  | CancelReason

/** A change of state. `from` null is the application itself; `by` says who brings it about. */
export interface Transition {
  from: ApplicationState | null
  to: ApplicationState
  by: 'holder' | 'organizer' | 'door' | 'server'
  why: Deed
}

/** Every change that there is. */
export const transitions: readonly Transition[] = [
  { from: null, to: 'WAITING', by: 'holder', why: 'applied' },
  { from: null, to: 'PENDING', by: 'holder', why: 'applied' },
  { from: null, to: 'UNPAID', by: 'holder', why: 'applied' },
  { from: null, to: 'ACTIVE', by: 'holder', why: 'applied' },

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
  // The entry of somebody who has deleted their account since is taken back.
  { from: 'USED', to: 'CANCELLED', by: 'door', why: 'by_holder' },
  { from: 'WAITING', to: 'CANCELLED', by: 'organizer', why: 'refused' },
  { from: 'PENDING', to: 'CANCELLED', by: 'organizer', why: 'refused' },
  { from: 'UNPAID', to: 'CANCELLED', by: 'organizer', why: 'refused' },
  { from: 'UNPAID', to: 'CANCELLED', by: 'server', why: 'unpaid' },
  { from: 'WAITING', to: 'CANCELLED', by: 'server', why: 'not_eligible' },
  { from: 'WAITING', to: 'CANCELLED', by: 'organizer', why: 'line_closed' },
  { from: 'WAITING', to: 'CANCELLED', by: 'server', why: 'too_late' },
  { from: 'PENDING', to: 'CANCELLED', by: 'server', why: 'too_late' },
  // Its deadline stood still, and nobody decided about it in the time after the event.
  { from: 'UNPAID', to: 'CANCELLED', by: 'server', why: 'too_late' },
  { from: 'WAITING', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'PENDING', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'UNPAID', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'ACTIVE', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
  { from: 'USED', to: 'CANCELLED', by: 'organizer', why: 'called_off' },
]

/** The states in which an application may be when that is done: the only ones that the server changes so. */
export function statesBefore(deed: Deed): ApplicationState[] {
  const states = transitions.filter(({ why, from }) => why === deed && from !== null).map(({ from }) => from)
  return applicationStates.filter((state) => states.includes(state))
}

/** How long after its end the organizer of an event may still decide about a seat whose money may have come, in
 *  milliseconds. Then it ends as too late. */
export const decidedAfterEnd = 30 * 24 * 3_600_000

/** The fields of an event that say which way its applications go. */
export interface Way {
  needs_approval: boolean
  /** The price is paid by PromptPay before there is a ticket. */
  takes_promptpay: boolean
}

/** The state of an application that is given a seat for a price; whoever has none to pay has a ticket. */
export function seatedState({ takes_promptpay }: Pick<Way, 'takes_promptpay'>): 'UNPAID' | 'ACTIVE' {
  return takes_promptpay ? 'UNPAID' : 'ACTIVE'
}

/** The state in which an application begins that nothing refuses: approval comes first, and takes no seat. */
export function firstState(way: Way): 'PENDING' | 'UNPAID' | 'ACTIVE' {
  return way.needs_approval ? 'PENDING' : seatedState(way)
}

/** What an application's state means to whoever has applied, as a whole sentence with the next step. */
export const stateSentences: Record<LiveState, string> = {
  WAITING: 'You are on the waiting list. You are mailed when a seat is yours.',
  PENDING: 'You have applied. The organizer decides about your application, and you are mailed then.',
  UNPAID: 'A seat is held for you. Pay until the deadline, and it is yours.',
  ACTIVE: 'You have a ticket for this event.',
  USED: 'You have used your ticket for this event.',
}

/** Why an application has ended, as a whole sentence to whoever had applied. */
export const cancelSentences: Record<CancelReason, string> = {
  by_holder: 'You have withdrawn from this event.',
  refused: 'The organizer has refused your application.',
  unpaid: 'The price was not paid in time, so the seat went to somebody else.',
  not_eligible: 'When a seat came free, you did not meet the requirements of this event any more.',
  line_closed: 'The organizer has closed the waiting list.',
  too_late: 'The event began before your application could become a ticket.',
  called_off: 'The event was called off.',
}

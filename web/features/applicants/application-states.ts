import { fullDate } from '#contract/dates.ts'
import type { ApplicationState, CancelReason } from '#contract/events/application.ts'
import type { WalkInPayment } from '#contract/events/events.schemas.ts'
import type { Event } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { Applicant, ApplicantCounts, ApplicantQuery } from '#contract/tickets/applicants.ts'
import type { Audience } from '#contract/tickets/messages.ts'
import * as m from '#messages/applicants.json'
import { price } from '#web/lib/format/numbers.ts'

export const decisionNames = ['approve', 'paid', 'refuse', 'take_back'] as const
export type DecisionName = (typeof decisionNames)[number]

const decisions: Record<ApplicationState, DecisionName[]> = {
  WAITING: ['refuse'],
  PENDING: ['approve', 'refuse'],
  INVITED: ['take_back'],
  UNPAID: ['paid', 'refuse'],
  ACTIVE: [],
  USED: [],
  CANCELLED: [],
}

/** What the owner can decide about an application in this state. */
export const decisionsFor = (state: ApplicationState) => decisions[state]

/** The states as the owner reads them. */
export const stateLabels: Record<ApplicationState, string> = {
  WAITING: m.waiting,
  PENDING: m.toApprove,
  INVITED: m.invited,
  UNPAID: m.toPay,
  ACTIVE: m.approved,
  USED: m.checkedIn,
  CANCELLED: m.cancelled,
}

/** Why an application has ended, as the owner reads it. */
export const endReasons: Record<CancelReason, string> = {
  by_holder: m.endedByHolder,
  refused: m.endedRefused,
  unpaid: m.endedUnpaid,
  not_eligible: m.endedNotEligible,
  line_closed: m.endedLineClosed,
  too_late: m.endedTooLate,
  called_off: m.endedCalledOff,
  passed_on: m.endedPassedOn,
  not_claimed: m.endedNotClaimed,
  walk_in_undone: m.endedWalkInUndone,
}

/** A badge for a held seat whose slip waits for the owner. */
export function slipMark({ state, slip }: Pick<Applicant, 'state' | 'slip'>): string | undefined {
  return state === 'UNPAID' && slip?.state === 'in_review' ? m.slipToCheck : undefined
}

type Described = Pick<
  Applicant,
  'id' | 'state' | 'guests' | 'position' | 'pay_by' | 'claim_by' | 'walk_in' | 'price_satang' | 'cancel_reason'
>

const walkInTexts: Record<WalkInPayment, string> = {
  cash: m.walkInCash,
  promptpay: m.walkInPromptPay,
  free: m.walkInFree,
}

/** An application's state and deadline in a sentence or two. */
export function describeState(described: Described): string {
  const { id, state, position, pay_by, claim_by, walk_in, price_satang, cancel_reason } = described
  const seats = partySize(described)
  const inside = checkedIn(described)
  const due = price({ is_free: false, ticket_price: price_satang / 100 })
  if (state === 'WAITING') return fill(m.onWaitingList, { position: position ?? '' })
  if (state === 'PENDING') return m.awaitsDecision
  if (state === 'UNPAID') {
    return pay_by === null
      ? counted(seats, m.toPayUntilChecked_one, m.toPayUntilChecked_other, { due })
      : counted(seats, m.toPayUntil_one, m.toPayUntil_other, { due, until: fullDate(pay_by) })
  }
  if (state === 'INVITED' && claim_by !== null) {
    return counted(seats, m.claimUntil_one, m.claimUntil_other, { until: fullDate(claim_by) })
  }
  if (state === 'USED' && walk_in !== null) return fill(walkInTexts[walk_in], { due })
  // An invitation that nobody has claimed has no account; a claimed one keeps its `claim_by`.
  const isUnclaimed = claim_by !== null && id < 0
  if (cancel_reason === 'refused' && isUnclaimed) return m.invitationTakenBack
  if (cancel_reason === 'by_holder' && isUnclaimed) return m.invitationCannotCome
  if (state === 'CANCELLED') return cancel_reason === null ? m.hasEnded : endReasons[cancel_reason]
  if (seats > 1 && inside > 0) return counted(inside, m.partyCheckedIn_one, m.partyCheckedIn_other, { seats })
  if (state === 'USED') return m.hasBeenCheckedIn
  return counted(seats, m.holdTickets_one, m.holdTickets_other)
}

export interface ApplicantTab {
  /** In the address, and the name of its count. */
  id: keyof Omit<ApplicantCounts, 'seats_left' | 'has_prices'>
  label: string
  filter: Pick<ApplicantQuery, 'status' | 'state' | 'slip'>
  /** To whom a message from this tab goes; none for people whose applications have ended. */
  audience?: Audience
  /** Shown if the tab is empty. */
  empty: string
}

const allApplicants: ApplicantTab = {
  id: 'all',
  label: m.tabAll,
  filter: {},
  audience: 'everybody',
  empty: m.nobodyApplied,
}

const applicantTabs: readonly ApplicantTab[] = [
  allApplicants,
  {
    id: 'to_approve',
    label: m.toApprove,
    filter: { state: 'PENDING' },
    audience: 'to_approve',
    empty: m.emptyToApprove,
  },
  {
    id: 'slips_to_check',
    label: m.slipsToCheck,
    filter: { slip: 'in_review' },
    audience: 'to_pay',
    empty: m.emptySlips,
  },
  {
    id: 'to_pay',
    label: m.toPay,
    filter: { state: 'UNPAID' },
    audience: 'to_pay',
    empty: m.emptyToPay,
  },
  {
    id: 'waiting',
    label: m.tabWaiting,
    filter: { state: 'WAITING' },
    audience: 'waiting',
    empty: m.emptyWaiting,
  },
  {
    id: 'invited',
    label: m.invited,
    filter: { state: 'INVITED' },
    empty: m.emptyInvited,
  },
  {
    id: 'approved',
    label: m.approved,
    filter: { status: 'approved' },
    audience: 'tickets',
    empty: m.emptyApproved,
  },
  { id: 'cancelled', label: m.cancelled, filter: { status: 'cancelled' }, empty: m.emptyCancelled },
]

export function readTab(params: URLSearchParams): ApplicantTab {
  return applicantTabs.find(({ id }) => id === params.get('show')) ?? allApplicants
}

export function tabPath(eventId: number, { id }: ApplicantTab): string {
  return id === allApplicants.id ? paths.applicants(eventId) : `${paths.applicants(eventId)}?show=${id}`
}

/** The seats of an application: those of the applicant and of the guests who are still coming, or were when it ended. */
export function partySize({ guests, state }: Pick<Applicant, 'guests' | 'state'>): number {
  return 1 + guests.filter((guest) => guest.state !== 'CANCELLED' || state === 'CANCELLED').length
}

/** How many of them are checked in. */
function checkedIn({ guests, state }: Pick<Applicant, 'guests' | 'state'>): number {
  return [state, ...guests.map((guest) => guest.state)].filter((one) => one === 'USED').length
}

/** The state in a word or two: a party is checked in once all of them are. */
export function labelOf(applicant: Pick<Applicant, 'guests' | 'state' | 'walk_in'>): string {
  const { state, walk_in } = applicant
  if (state !== 'USED') return stateLabels[state]
  if (walk_in !== null) return m.walkIn
  return stateLabels[checkedIn(applicant) < partySize(applicant) ? 'ACTIVE' : 'USED']
}

/** The tabs of an event. There are slips only if it takes PromptPay, or did, and invitations only if there are any. */
export function tabsFor(
  { takes_promptpay }: Pick<Event, 'takes_promptpay'>,
  counts: ApplicantCounts | null,
  selected: ApplicantTab,
): ApplicantTab[] {
  const hasSlips = takes_promptpay || (counts !== null && counts.slips_to_check > 0)
  const hasInvited = counts !== null && counts.invited > 0
  const isShown = { slips_to_check: hasSlips, invited: hasInvited } as Partial<Record<ApplicantTab['id'], boolean>>
  return applicantTabs.filter((tab) => (isShown[tab.id] ?? true) || tab === selected)
}

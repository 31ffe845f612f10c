import { fullDate } from '#contract/dates.ts'
import type { ApplicationState, CancelReason } from '#contract/events/application.ts'
import type { WalkInPayment } from '#contract/events/events.schemas.ts'
import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import type { Applicant, ApplicantCounts, ApplicantQuery } from '#contract/tickets/applicants.ts'
import type { Audience } from '#contract/tickets/messages.ts'
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
  WAITING: 'Waiting',
  PENDING: 'To approve',
  INVITED: 'Invited',
  UNPAID: 'To pay',
  ACTIVE: 'Approved',
  USED: 'Checked in',
  CANCELLED: 'Cancelled',
}

/** Why an application has ended, as the owner reads it. */
export const endReasons: Record<CancelReason, string> = {
  by_holder: 'They have withdrawn.',
  refused: 'You have refused this application.',
  unpaid: 'They did not pay in time, so they lost their seat.',
  not_eligible: 'When a seat became free, they no longer met the requirements.',
  line_closed: 'You have closed the waiting list.',
  too_late: 'The event began before this application could become a ticket.',
  called_off: 'The event was called off.',
  passed_on: 'This ticket was passed on to somebody else.',
  not_claimed: 'They did not claim their ticket in time.',
  walk_in_undone: 'The entry was undone at the door.',
}

/** A badge for a held seat whose slip waits for the owner. */
export function slipMark({ state, slip }: Pick<Applicant, 'state' | 'slip'>): string | undefined {
  return state === 'UNPAID' && slip?.state === 'in_review' ? 'Slip to check' : undefined
}

type Described = Pick<
  Applicant,
  'id' | 'state' | 'position' | 'pay_by' | 'claim_by' | 'walk_in' | 'price_satang' | 'cancel_reason'
>

const walkInTexts: Record<WalkInPayment, (due: string) => string> = {
  cash: (due) => `They came without a ticket and paid ${due} in cash.`,
  promptpay: (due) => `They came without a ticket and paid ${due} by PromptPay.`,
  free: () => 'They came without a ticket and got one for free.',
}

/** An application's state and deadline in a sentence or two. */
export function describeState(described: Described, seats = 1): string {
  const { id, state, position, pay_by, claim_by, walk_in, price_satang, cancel_reason } = described
  const held = seats > 1 ? 'Their seats are held' : 'Their seat is held'
  const due = price({ is_free: false, ticket_price: price_satang / 100 })
  if (state === 'WAITING') return `They are number ${position} on the waiting list.`
  if (state === 'PENDING') return 'They are waiting for your decision, and take no seat until then.'
  if (state === 'UNPAID') {
    return pay_by === null
      ? `They have ${due} to pay. ${held} until you have looked at the payment.`
      : `They have ${due} to pay until ${fullDate(pay_by)}. ${held} until then.`
  }
  if (state === 'INVITED' && claim_by !== null) {
    return `They can claim their ticket until ${fullDate(claim_by)}. ${held} until then.`
  }
  if (state === 'USED' && walk_in !== null) return walkInTexts[walk_in](due)
  // An invitation that nobody has claimed has no account; a claimed one keeps its `claim_by`.
  const isUnclaimed = claim_by !== null && id < 0
  if (cancel_reason === 'refused' && isUnclaimed) return 'You have taken this invitation back.'
  if (cancel_reason === 'by_holder' && isUnclaimed) return 'They have said that they cannot come.'
  if (state === 'CANCELLED') return cancel_reason === null ? 'This application has ended.' : endReasons[cancel_reason]
  if (state === 'USED') return 'They have been checked in.'
  return seats > 1 ? `They hold ${seats} tickets.` : 'They hold a ticket.'
}

export interface ApplicantTab {
  /** In the address, and the name of its count. */
  id: keyof ApplicantCounts
  label: string
  filter: Pick<ApplicantQuery, 'status' | 'state' | 'slip'>
  /** To whom a message from this tab goes; none for people whose applications have ended. */
  audience?: Audience
  /** Shown if the tab is empty. */
  empty: string
}

const allApplicants: ApplicantTab = {
  id: 'all',
  label: 'All',
  filter: {},
  audience: 'everybody',
  empty: 'Nobody has applied yet.',
}

const applicantTabs: readonly ApplicantTab[] = [
  allApplicants,
  {
    id: 'to_approve',
    label: 'To approve',
    filter: { state: 'PENDING' },
    audience: 'to_approve',
    empty: 'No application is waiting for your decision.',
  },
  {
    id: 'slips_to_check',
    label: 'Slips to check',
    filter: { slip: 'in_review' },
    audience: 'to_pay',
    empty: 'There are no slips to check.',
  },
  {
    id: 'to_pay',
    label: 'To pay',
    filter: { state: 'UNPAID' },
    audience: 'to_pay',
    empty: 'There are no unpaid applications.',
  },
  {
    id: 'waiting',
    label: 'Waiting',
    filter: { state: 'WAITING' },
    audience: 'waiting',
    empty: 'The waiting list is empty.',
  },
  {
    id: 'invited',
    label: 'Invited',
    filter: { state: 'INVITED' },
    empty: 'Nobody has an invitation to claim.',
  },
  {
    id: 'approved',
    label: 'Approved',
    filter: { status: 'approved' },
    audience: 'tickets',
    empty: 'Nobody holds a ticket yet.',
  },
  { id: 'cancelled', label: 'Cancelled', filter: { status: 'cancelled' }, empty: 'No application was cancelled.' },
]

export function readTab(params: URLSearchParams): ApplicantTab {
  return applicantTabs.find(({ id }) => id === params.get('show')) ?? allApplicants
}

export function tabPath(eventId: number, { id }: ApplicantTab): string {
  return id === allApplicants.id ? paths.applicants(eventId) : `${paths.applicants(eventId)}?show=${id}`
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

import { fullDate } from '#contract/dates.ts'
import type { ApplicationState, CancelReason } from '#contract/events/application.ts'
import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import type { Applicant, ApplicantCounts, ApplicantQuery } from '#contract/tickets/applicants.ts'
import { price } from '#web/lib/format/numbers.ts'

/** What an event's owner can do about applications. */
export const deedNames = ['approve', 'paid', 'refuse'] as const
export type DeedName = (typeof deedNames)[number]

const deeds: Record<ApplicationState, DeedName[]> = {
  WAITING: ['refuse'],
  PENDING: ['approve', 'refuse'],
  UNPAID: ['paid', 'refuse'],
  ACTIVE: [],
  USED: [],
  CANCELLED: [],
}

/** What can be done about an application in this state. */
export const deedsFor = (state: ApplicationState) => deeds[state]

/** A state as the owner reads it. */
export const stateLabels: Record<ApplicationState, string> = {
  WAITING: 'Waiting',
  PENDING: 'To approve',
  UNPAID: 'To pay',
  ACTIVE: 'Approved',
  USED: 'Checked in',
  CANCELLED: 'Cancelled',
}

/** Why an application has ended, as the owner reads it. */
export const ends: Record<CancelReason, string> = {
  by_holder: 'They have withdrawn.',
  refused: 'You have refused this application.',
  unpaid: 'They did not pay in time, so the seat went to somebody else.',
  not_eligible: 'When a seat came free, they did not meet the requirements any more.',
  line_closed: 'You have closed the waiting list.',
  too_late: 'The event began before this application could become a ticket.',
  called_off: 'The event was called off.',
}

/** What the row of somebody who holds a seat says while their slip waits for the owner. */
export function slipMark({ state, slip }: Pick<Applicant, 'state' | 'slip'>): string | undefined {
  return state === 'UNPAID' && slip?.state === 'in_review' ? 'Slip to check' : undefined
}

type Judged = Pick<Applicant, 'state' | 'position' | 'pay_by' | 'price_satang' | 'cancel_reason'>

/** Where an application stands, and until when, as a whole sentence. */
export function standing({ state, position, pay_by, price_satang, cancel_reason }: Judged): string {
  const asked = price({ is_free: false, ticket_price: price_satang / 100 })
  if (state === 'WAITING') return `They are at place ${position} of the waiting list.`
  if (state === 'PENDING') return 'They wait for your decision, and take no seat until then.'
  if (state === 'UNPAID') {
    return pay_by === null
      ? `They have ${asked} to pay. Their seat is held until you have looked at the payment.`
      : `They have ${asked} to pay until ${fullDate(pay_by)}. Their seat is held until then.`
  }
  if (state === 'CANCELLED') return cancel_reason === null ? 'This application has ended.' : ends[cancel_reason]
  return state === 'USED' ? 'They were let in.' : 'They hold a ticket.'
}

/** Whom a tab shows: the part of the list's question that it decides. */
export type Filter = Pick<ApplicantQuery, 'status' | 'state' | 'slip'>

export interface ApplicantTab {
  /** As the address says it; also the name of its number among the counts. */
  id: keyof ApplicantCounts
  label: string
  filter: Filter
  /** What is said where it is empty. */
  empty: string
}

export const everybody: ApplicantTab = { id: 'all', label: 'All', filter: {}, empty: 'Nobody has applied yet.' }

const applicantTabs: readonly ApplicantTab[] = [
  everybody,
  {
    id: 'to_approve',
    label: 'To approve',
    filter: { state: 'PENDING' },
    empty: 'No application waits for your decision.',
  },
  {
    id: 'slips_to_check',
    label: 'Slips to check',
    filter: { slip: 'in_review' },
    empty: 'No slip is to be checked.',
  },
  { id: 'to_pay', label: 'To pay', filter: { state: 'UNPAID' }, empty: 'Nobody has still to pay.' },
  { id: 'waiting', label: 'Waiting', filter: { state: 'WAITING' }, empty: 'Nobody stands in line.' },
  { id: 'approved', label: 'Approved', filter: { status: 'approved' }, empty: 'Nobody holds a ticket yet.' },
  { id: 'cancelled', label: 'Cancelled', filter: { status: 'cancelled' }, empty: 'No application was cancelled.' },
]

export function readTab(params: URLSearchParams): ApplicantTab {
  return applicantTabs.find(({ id }) => id === params.get('show')) ?? everybody
}

/** The address of a tab. */
export function tabPath(eventId: number, { id }: ApplicantTab): string {
  return id === everybody.id ? paths.applicants(eventId) : `${paths.applicants(eventId)}?show=${id}`
}

/** The tabs of an event: there are slips only where people pay by PromptPay, or did. */
export function tabsFor(
  { takes_promptpay }: Pick<Event, 'takes_promptpay'>,
  counts: ApplicantCounts | null,
  selected: ApplicantTab,
): ApplicantTab[] {
  const hasSlips = takes_promptpay || (counts !== null && counts.slips_to_check > 0)
  return applicantTabs.filter((tab) => tab.id !== 'slips_to_check' || hasSlips || tab === selected)
}

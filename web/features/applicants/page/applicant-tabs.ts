import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import type { ApplicantCounts, ApplicantQuery } from '#contract/tickets/applicants.ts'

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

import { isFull } from '#contract/events/applying.ts'
import type { CardEvent } from '#contract/events/events.ts'

type Judged = Pick<CardEvent, 'status' | 'is_online' | 'address' | 'max_attendee' | 'current_attendees'>

/** From this share of free seats on there are few. */
const fewShare = 0.1
const fewSeats = 3

const count = new Intl.NumberFormat('en-US')

/** How many have applied since the organizer last looked, how many wait for their approval, and how many slips for a look. */
export interface News {
  new_applicants: number
  to_approve: number
  slips_to_check: number
}

export interface Attention {
  applicants: string[]
  refunds: string[]
  event: string[]
}

const noNews: News = { new_applicants: 0, to_approve: 0, slips_to_check: 0 }

/** What an event wants its organizer to look at, in words: who has applied, what is to be paid back, and then the event itself.
 *  Once it is over, only money matters. */
export function attention(event: Judged, news = noNews, refundsDue = 0): Attention {
  const refunds = [refundsWords(refundsDue)].filter((words) => words !== null)
  if (event.status === 'COMPLETED') return { applicants: [], refunds, event: [] }
  return {
    refunds,
    applicants: [approvals(news.to_approve), slipsWords(news.slips_to_check), applicants(news.new_applicants)].filter(
      (words) => words !== null,
    ),
    event: [seats(event), place(event)].filter((words) => words !== null),
  }
}

function approvals(waiting: number): string | null {
  return waiting === 0 ? null : `${count.format(waiting)} to approve`
}

function slipsWords(unchecked: number): string | null {
  if (unchecked === 0) return null
  return unchecked === 1 ? '1 slip to check' : `${count.format(unchecked)} slips to check`
}

export function refundsWords(due: number): string | null {
  if (due === 0) return null
  return due === 1 ? '1 refund due' : `${count.format(due)} refunds due`
}

function applicants(fresh: number): string | null {
  if (fresh === 0) return null
  return fresh === 1 ? '1 new applicant' : `${count.format(fresh)} new applicants`
}

function seats(event: Judged): string | null {
  const { max_attendee, current_attendees } = event
  if (!max_attendee || current_attendees === 0) return null
  if (isFull(event)) return 'No seats left'
  const left = max_attendee - current_attendees
  if (left > Math.max(fewSeats, max_attendee * fewShare)) return null
  return left === 1 ? '1 seat left' : `${count.format(left)} seats left`
}

function place({ is_online, address }: Judged): string | null {
  return is_online || address ? null : 'No place yet'
}

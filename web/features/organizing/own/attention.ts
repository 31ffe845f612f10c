import type { CardEvent } from '#contract/events/events.ts'
import { isFull } from '#contract/events/ticket-types.ts'
import { formatNumber, plural } from '#web/lib/format/numbers.ts'

type EventFacts = Pick<CardEvent, 'status' | 'is_online' | 'address' | 'max_attendee' | 'current_attendees'>

/** Below this share of free seats, or this number, the seats left are shown. */
const fewShare = 0.1
const fewSeats = 3

/** Applications since the organizer last looked, those to approve, and slips to check. */
export interface ApplicantNews {
  new_applicants: number
  to_approve: number
  slips_to_check: number
}

/** What an event needs its organizer to look at, as short texts: applicants, refunds to pay, the event itself. */
export interface Attention {
  applicants: string[]
  refunds: string[]
  event: string[]
}

const noNews: ApplicantNews = { new_applicants: 0, to_approve: 0, slips_to_check: 0 }

/** Of a past event only refunds count. */
export function attention(event: EventFacts, news = noNews, refundsDue = 0): Attention {
  const refunds = given(refundsText(refundsDue))
  if (event.status === 'COMPLETED') return { applicants: [], refunds, event: [] }
  const { to_approve, slips_to_check, new_applicants } = news
  return {
    refunds,
    applicants: given(
      to_approve > 0 && `${formatNumber(to_approve)} to approve`,
      slips_to_check > 0 && `${plural(slips_to_check, 'slip')} to check`,
      new_applicants > 0 && plural(new_applicants, 'new applicant'),
    ),
    event: given(seatsText(event), !event.is_online && !event.address && 'No place yet'),
  }
}

export function refundsText(due: number): string | null {
  return due === 0 ? null : `${plural(due, 'refund')} due`
}

function seatsText(event: EventFacts): string | null {
  const { max_attendee, current_attendees } = event
  if (!max_attendee || current_attendees === 0) return null
  if (isFull(event)) return 'No seats left'
  const left = max_attendee - current_attendees
  return left > Math.max(fewSeats, max_attendee * fewShare) ? null : `${plural(left, 'seat')} left`
}

function given(...texts: (string | null | false)[]): string[] {
  return texts.filter((text) => text !== null && text !== false)
}

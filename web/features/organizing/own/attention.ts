import { isFull } from '#contract/events/applying.ts'
import type { CardEvent } from '#contract/events/events.ts'

type Judged = Pick<CardEvent, 'status' | 'is_online' | 'address' | 'max_attendee' | 'current_attendees'>

/** From this share of free seats on there are few. */
const fewShare = 0.1
const fewSeats = 3

const count = new Intl.NumberFormat('en-US')

/** What an event wants its organizer to look at, in words; nothing once it is over. */
export function attention(event: Judged, newApplicants: number): string[] {
  if (event.status === 'COMPLETED') return []
  return [applicants(newApplicants), seats(event), place(event)].filter((words) => words !== null)
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

import { expect, test } from 'vitest'
import { visitorStanding } from '#contract/events/applying.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { endedWords } from './ended-words.ts'

const event = {
  is_called_off: false,
  max_attendee: 2,
  current_attendees: 1,
  waiting: 0,
  waiting_list: true,
  needs_approval: false,
  takes_promptpay: true,
  start_date_register: '2026-11-21T08:00:00.000Z',
  end_date_register: '2026-11-21T10:00:00.000Z',
  start_date_event: '2026-11-21T12:00:00.000Z',
  end_date_event: '2026-11-21T14:00:00.000Z',
  standing: visitorStanding,
} as EventDetail
const open = Date.parse('2026-11-21T09:00:00Z')
const full = { ...event, current_attendees: 2 }

test('whose seat was not paid in time reads so, and that they can apply again or stand in line', () => {
  expect(endedWords('unpaid', event, open)).toEqual([
    'The price was not paid in time, so the seat went to somebody else.',
    'If you have paid already, write to the organizer.',
    'You can apply again.',
  ])
  expect(endedWords('unpaid', full, open).at(-1)).toBe('You can join the waiting list.')
})

test('whose line was closed reads who gets the next seat', () => {
  expect(endedWords('line_closed', { ...full, waiting_list: false }, open)).toEqual([
    'The organizer has closed the waiting list.',
    'If a seat comes free, whoever applies first gets it.',
  ])
})

test('nobody is told that they can apply again once registration is closed', () => {
  expect(endedWords('refused', event, Date.parse(event.end_date_register))).toEqual([
    'The organizer has refused your application.',
  ])
})

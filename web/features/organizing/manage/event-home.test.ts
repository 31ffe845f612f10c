import { expect, test } from 'vitest'
import { eventState, nextStep, tabsOf } from './event-home.tsx'

const hour = 3_600_000
const now = Date.parse('2026-11-20T08:00:00.000Z')
const at = (hours: number) => new Date(now + hours * hour).toISOString()
const event = {
  id: 7,
  is_called_off: false,
  is_online: false,
  address: 'Sathorn Pier',
  current_attendees: 3,
  seats_left: 7,
  waiting: 0,
  start_date_register: at(-24),
  end_date_register: at(72),
  start_date_event: at(96),
  end_date_event: at(99),
  takes_promptpay: false,
  ticket_price: 0,
}
const quiet = {
  all: 3,
  to_approve: 0,
  to_pay: 0,
  invited: 0,
  slips_to_check: 0,
  waiting: 0,
  approved: 3,
  cancelled: 0,
  refunds_due: 0,
  has_prices: false,
  seats_held: 3,
  set_aside: 0,
  seats_left: 7,
}
const busy = { ...quiet, to_approve: 2, slips_to_check: 3, refunds_due: 1 }
const over = { start_date_event: at(-5), end_date_event: at(-1) }

test.each<[string, object, object | null, string | null, string?]>([
  ['slips come before approvals and refunds', {}, busy, '3 slips to check', '/events/7/applicants?show=slips_to_check'],
  [
    'approvals come before refunds',
    {},
    { ...busy, slips_to_check: 0 },
    '2 people waiting for approval',
    '/events/7/applicants?show=to_approve',
  ],
  ['refunds come before the event itself', {}, { ...quiet, refunds_due: 2 }, '2 refunds to make', '/events/7/refunds'],
  [
    'the door comes first from two hours before the start',
    { start_date_event: at(2), end_date_event: at(5) },
    busy,
    'Doors open: start checking in',
    '/events/7/check-in',
  ],
  [
    'it does until the end',
    { start_date_event: at(-1), end_date_event: at(0.01) },
    busy,
    'Doors open: start checking in',
  ],
  [
    'the door sells the seats set aside for it',
    { start_date_event: at(-1) },
    { ...quiet, set_aside: 3 },
    'Doors open: start checking in',
  ],
  ['nobody is checked in where nobody comes', { start_date_event: at(-1) }, { ...quiet, seats_held: 0 }, null],
  ['a place is missing', { address: '' }, quiet, 'No place yet: add it', '/events/7/edit'],
  [
    'an event online needs no place',
    { address: '', is_online: true },
    quiet,
    'Registration closes in 3 days: share the link',
  ],
  [
    'registration closes after the start',
    { end_date_register: at(30), start_date_event: at(24) },
    quiet,
    'Registration closes in 30 hours: share the link',
  ],
  [
    'nobody applies after the start where everybody pays in advance',
    { end_date_register: at(30), start_date_event: at(24), takes_promptpay: true, ticket_price: 250 },
    quiet,
    'Registration closes in 24 hours: share the link',
  ],
  [
    'somebody may where one ticket type is free',
    { end_date_register: at(30), start_date_event: at(24), takes_promptpay: true, ticket_price: 0 },
    quiet,
    'Registration closes in 30 hours: share the link',
  ],
  [
    'registration is ahead',
    { start_date_register: at(2) },
    quiet,
    'Registration opens in 120 minutes',
    '/events/7/share',
  ],
  ['it is some hours ahead', { start_date_register: at(5) }, quiet, 'Registration opens in 5 hours'],
  [
    'nobody has applied yet',
    {},
    { ...quiet, seats_held: 0 },
    'Registration is open: share the link',
    '/events/7/share',
  ],
  [
    'only seats set aside for the door are held',
    {},
    { ...quiet, set_aside: 3 },
    'Registration is open: share the link',
    '/events/7/share',
  ],
  [
    'the last seat is taken',
    {},
    { ...quiet, seats_left: 0 },
    'No seats left: see who is coming',
    '/events/7/applicants',
  ],
  [
    'people wait for seats',
    {},
    { ...quiet, seats_left: 0, waiting: 1 },
    'No seats left, 1 person waits: add seats',
    '/events/7/edit',
  ],
  [
    'registration is closed',
    { end_date_register: at(-1) },
    quiet,
    'Starts in 4 days: prepare the door',
    '/events/7/check-in',
  ],
  ['slips are checked after the event too', over, busy, '3 slips to check'],
  ['refunds are due after the event', over, { ...busy, slips_to_check: 0 }, '1 refund to make'],
  ['the organizer says thank you after the event', over, quiet, 'Say thank you', '/events/7/messages?thanks'],
  ['nobody is thanked where nobody came', over, { ...quiet, approved: 0 }, null],
  ['only refunds are left of an event that was called off', { is_called_off: true }, busy, '1 refund to make'],
  ['nothing is left of one without', { is_called_off: true }, quiet, null],
  ['the counts are unknown', {}, null, 'Registration closes in 3 days: share the link'],
])('next step: %s', (_, given, counts, text, to) => {
  const step = nextStep({ ...event, ...given }, counts as typeof quiet | null, now)

  expect(step?.text ?? null).toBe(text)
  if (to !== undefined) expect(step?.to).toBe(to)
})

test('nobody is thanked twice, or once messages are closed', () => {
  expect(nextStep({ ...event, ...over }, quiet, now, true)).toBeNull()
})

test.each<[string, object]>([
  ['Called off', { is_called_off: true, ...over }],
  ['Over', over],
  ['On now', { start_date_event: at(0) }],
  ['Registration not open yet', { start_date_register: at(1) }],
  ['Registration open', {}],
  ['Registration closed', { end_date_register: at(0) }],
])('the state of an event is "%s"', (state, given) => {
  expect(eventState({ ...event, ...given }, now).label).toBe(state)
})

test('an event that was called off has no tabs to edit or share it', () => {
  const labelsOf = (is_called_off: boolean) => tabsOf({ id: 7, role: 'owner', is_called_off }).map(({ label }) => label)

  expect(labelsOf(false).filter((label) => !labelsOf(true).includes(label))).toEqual(['Settings', 'Share'])
})

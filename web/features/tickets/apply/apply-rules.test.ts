import { afterAll, expect, test, vi } from 'vitest'
import { type Standing, visitorStanding } from '#contract/events/applying.ts'
import type { EventDetail } from '#contract/events/events.ts'
import type { TicketType } from '#contract/events/ticket-types.ts'
import type { CheckedCode } from '#contract/tickets/codes.ts'
import { offerTo, withCode } from './apply-rules.ts'

const hour = 3_600_000
const now = Date.parse('2026-11-21T10:00:00Z')
const inHours = (hours: number) => new Date(now + hours * hour).toISOString()
/** In minutes, as devices in Bangkok report it. */
const bangkok = -420
const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset')
afterAll(() => offset.mockRestore())

function offer(
  given: Partial<EventDetail> = {},
  standing: Partial<Standing> = {},
  isVisitor = false,
  deviceOffset = bangkok,
  isShutOut = false,
  typeId: number | null = null,
) {
  const event = {
    is_called_off: false,
    seats_left: null,
    waiting: 0,
    ticket_types: [],
    min_age_requirement: 0,
    allowed_email_domains: '',
    start_date_register: inHours(-1),
    end_date_register: inHours(24),
    start_date_event: inHours(48),
    end_date_event: inHours(50),
    standing: { ...visitorStanding, ...standing },
    ...given,
  } as EventDetail
  offset.mockReturnValue(deviceOffset)
  return offerTo(event, { isVisitor, isShutOut }, now, typeId)
}

const opensLater = { start_date_register: inHours(1) }
const opening = 'Registration opens on Saturday, November 21, 2026 at 6:00 PM.'

test('while nothing stands against it one can apply, and nothing is said', () => {
  expect(offer()).toEqual({ action: 'apply', refusal: null, reasons: [], opensAt: null })
})

test('before registration opens the viewer reads when, and the button enables itself', () => {
  const waiting = { action: 'apply', refusal: 'registration_not_open', reasons: [opening], opensAt: now + hour }

  expect(offer(opensLater)).toEqual(waiting)
  expect(offer(opensLater, {}, true)).toEqual(waiting)
  expect(offer({ start_date_register: inHours(0) }).refusal).toBeNull()
})

test('a viewer in another time zone reads which time zone is meant', () => {
  expect(offer(opensLater, {}, false, -60).reasons).toEqual([
    'Registration opens on Saturday, November 21, 2026 at 6:00 PM, Bangkok time.',
  ])
})

test('nobody waits for an opening that will refuse them', () => {
  const young = offer({ ...opensLater, min_age_requirement: 20 }, { age: 'too_young' })

  expect(young.reasons).toEqual([opening, 'You are younger than this event allows.'])
  expect(young.opensAt).toBeNull()
})

test.each<[string, Partial<EventDetail>, Partial<Standing>, string[]]>([
  ['own_event', {}, { is_owner: true }, ['This is your own event: you do not need a ticket.']],
  ['event_called_off', { is_called_off: true }, {}, ['This event has been called off.']],
  ['event_over', { end_date_event: inHours(0) }, {}, ['This event is over.']],
  ['registration_closed', { end_date_register: inHours(0) }, {}, ['Registration is closed.']],
  ['event_full', { seats_left: 0 }, {}, ['This event is full.']],
  [
    'blocked_by_organizer',
    {},
    { is_blocked: true },
    ['The organizer has blocked you, so you cannot comment on or apply for this event.'],
  ],
  [
    'email_domain_not_allowed',
    { allowed_email_domains: 'ku.th,chula.ac.th' },
    { is_from_domain: false },
    ['This event is only for people with an email address at ku.th or chula.ac.th.'],
  ],
  ['too_young', { min_age_requirement: 20 }, { age: 'too_young' }, ['You are younger than this event allows.']],
  [
    'birth_date_missing',
    { min_age_requirement: 20 },
    { age: 'unknown' },
    ['Please add your birth date to your profile first.'],
  ],
])('%s is said before the press', (refusal, event, standing, reasons) => {
  expect(offer(event, standing)).toEqual({ action: 'apply', refusal, reasons, opensAt: null })
})

test('a viewer who may no longer see the event reads that, or that it was called off', () => {
  const gone = 'This event is no longer shown to you. It may have been taken down or made private.'

  expect(offer({}, {}, true, bangkok, true)).toMatchObject({ refusal: 'event_not_found', reasons: [gone] })
  expect(offer({ is_called_off: true }, {}, true, bangkok, true).reasons).toEqual(['This event has been called off.'])
})

test("a visitor reads the event's requirements", () => {
  const asking = { min_age_requirement: 20, allowed_email_domains: 'ku.th' }
  const needs = ['This event is only for people with an email address at ku.th.']

  expect(offer(asking, {}, true)).toMatchObject({ refusal: null, reasons: needs })
  expect(offer({ ...asking, ...opensLater }, {}, true).reasons).toEqual([opening, ...needs])
  expect(offer(asking).reasons).toEqual([])
})

test('ticket holders may cancel, even if the event is full', () => {
  expect(offer({ seats_left: 0 }, { ticket: 'ACTIVE' })).toEqual({
    action: 'unapply',
    refusal: null,
    reasons: ['You have already applied for this event.'],
    opensAt: null,
  })
})

test('the viewer reads that they could not apply again before they cancel', () => {
  const held = ['You have already applied for this event.', 'If you unapply, you cannot apply again.']

  expect(offer({ end_date_register: inHours(-1) }, { ticket: 'ACTIVE' }).reasons).toEqual([
    ...held,
    'Registration is closed.',
  ])
  expect(offer({ allowed_email_domains: 'ku.th' }, { ticket: 'ACTIVE', is_from_domain: false }).reasons).toEqual([
    ...held,
    'This event is only for people with an email address at ku.th.',
  ])
})

test.each<['ACTIVE' | 'USED', number, string, string]>([
  ['USED', 1, 'ticket_not_active', 'You have used your ticket: you cannot give it back or apply again.'],
  ['ACTIVE', 0, 'event_started', 'This event has already started.'],
  ['USED', 0, 'event_started', 'This event has already started.'],
  ['ACTIVE', -2, 'event_over', 'This event is over.'],
])('a ticket that is %s cannot be given back %i hours before the start: %s', (ticket, hours, refusal, reason) => {
  const dates = { start_date_event: inHours(hours), end_date_event: inHours(hours + 2) }

  expect(offer(dates, { ticket })).toMatchObject({ action: 'unapply', refusal, reasons: [reason] })
})

const full = { seats_left: 0, waiting_list: true, waiting: 0 }

test('of a full event one may join the waiting list, and reads how many are before', () => {
  const first = 'Nobody is on the waiting list yet: you would be the first in line.'

  expect(offer(full)).toEqual({ action: 'wait', refusal: null, reasons: ['This event is full.', first], opensAt: null })
  expect(offer({ ...full, waiting: 1 }).reasons[1]).toBe('1 person on the waiting list is before you.')
  expect(offer({ ...full, waiting: 1_012 }).reasons[1]).toBe('1,012 people on the waiting list are before you.')
  // A seat that has just come free is for those who stand in line.
  expect(offer({ ...full, seats_left: 1, waiting: 2 }).action).toBe('wait')
})

test('where there is no line, or it does not move any more, a full event is full', () => {
  const refused = { action: 'apply', refusal: 'event_full', reasons: ['This event is full.'] }

  expect(offer({ ...full, waiting_list: false })).toMatchObject(refused)
  expect(offer({ ...full, start_date_event: inHours(0) })).toMatchObject(refused)
})

test('what stands against an application stands against the waiting list too', () => {
  expect(offer(full, { age: 'too_young' })).toMatchObject({ action: 'apply', refusal: 'too_young' })
  expect(offer({ ...full, end_date_register: inHours(0) })).toMatchObject({ refusal: 'registration_closed' })
})

test('where the organizer decides one reads so before the press, also where every seat is taken', () => {
  const decides = ['The organizer decides on every application and emails you the decision.']

  expect(offer({ needs_approval: true })).toMatchObject({ action: 'apply', refusal: null, reasons: decides })
  expect(offer({ ...full, needs_approval: true })).toMatchObject({ action: 'apply', refusal: null, reasons: decides })
})

test('an application that is not a ticket shows its next step, and what giving it up means', () => {
  expect(offer({ ...full, waiting: 3 }, { ticket: 'WAITING' })).toMatchObject({
    action: 'unapply',
    refusal: null,
    reasons: [
      'You are on the waiting list. We will email you when you get a seat.',
      'If you leave the waiting list and join again, you start at the end.',
    ],
  })
  expect(offer({ ...full, waiting: 3 }, { ticket: 'UNPAID' }).reasons).toEqual([
    'If you give up your seat, it goes to the waiting list.',
  ])
  expect(offer({ needs_approval: true, end_date_register: inHours(0) }, { ticket: 'PENDING' }).reasons).toEqual([
    'You have applied. We will email you when the organizer has decided.',
    'If you withdraw, you cannot apply again.',
    'Registration is closed.',
  ])
})

const type = (given: Partial<TicketType>): TicketType => ({
  id: 1,
  name: 'Regular',
  note: '',
  price: 490,
  seats_left: null,
  waiting: 0,
  state: 'on_sale',
  is_closed: false,
  is_hidden: false,
  on_sale_from: null,
  on_sale_until: null,
  ...given,
})
const earlyBird = type({ id: 1, name: 'Early Bird', price: 290, seats_left: 0 })
const later = type({ id: 3, name: 'VIP', on_sale_from: inHours(2) })
const ticket_types = [earlyBird, type({ id: 2 }), later]
const pick = (typeId: number | null, given: Partial<EventDetail> = {}) =>
  offer({ ticket_types, waiting_list: true, ...given }, {}, false, bangkok, false, typeId)

test('without a pick the cheapest type with a seat is applied for', () => {
  expect(pick(null)).toMatchObject({ action: 'apply', refusal: null })
})

test('a full type leads to the waiting list, and where there is none it is refused', () => {
  expect(pick(1)).toMatchObject({ action: 'wait', refusal: null })
  expect(pick(1, { waiting_list: false })).toMatchObject({ action: 'apply', refusal: 'ticket_type_full' })
})

test('a type that is not on sale yet is refused', () => {
  expect(pick(3)).toMatchObject({ action: 'apply', refusal: 'ticket_type_not_on_sale' })
})

test('hidden types are offered with a code that opens them; the owner alone sees all', () => {
  const hidden = [8, 9].map((id) => type({ id, price: 100, is_hidden: true }))
  const code = { percent: null, baht: null, type_ids: [9], opened: hidden.slice(1) } as CheckedCode
  const offered = (given: CheckedCode | null, is_owner = false) => {
    const event = { ticket_types: [...ticket_types, ...hidden], standing: { ...visitorStanding, is_owner } }
    return withCode(event as EventDetail, given).ticket_types.map(({ id }) => id)
  }

  expect(offered(null)).toEqual([1, 2, 3])
  expect(offered(code)).toEqual([9, 1, 2, 3])
  expect(offered(null, true)).toEqual([1, 2, 3, 8, 9])
})

import { beforeEach, expect, test } from 'vitest'
import type { Slip } from '#contract/events/events.schemas.ts'
import { dismissNotice, readNotice } from '#web/lib/notices/notice.tsx'
import { applicationNotifier, type Followed, isOld } from './use-live-ticket.ts'

const unpaid = (state: Slip['state'] | null): Followed => ({
  event_id: 1,
  status: 'UNPAID',
  position: null,
  slip: state && { state, reason: '', sent_at: '2026-11-21T09:00:00.000Z', readable: true },
})
const announced = (slip: Slip['state'] | null) => ({ ticket: 'UNPAID' as const, slip })
const notices = () => [readNotice()].flatMap((one) => (one ? `${one.kind}: ${one.text}` : []))

beforeEach(() => {
  dismissNotice(readNotice()?.id)
})

test('each refused slip is announced once', () => {
  const tell = applicationNotifier(unpaid('in_review'))

  tell(announced('in_review'))
  expect(notices()).toEqual([])
  tell(announced('refused'))
  tell(announced('refused'))
  expect(notices()).toEqual(['failure: The organizer did not accept your slip.'])
  dismissNotice(readNotice()?.id)
  tell(announced('in_review'))
  tell(announced('refused'))
  expect(notices()).toEqual(['failure: The organizer did not accept your slip.'])
})

test('after a new slip, an outdated refusal is not announced', () => {
  const tell = applicationNotifier(unpaid('refused'))
  tell(announced('refused'))

  // The page has already loaded the new slip.
  expect(isOld(unpaid('in_review'), announced('refused'))).toBe(true)
  tell(announced('refused'))
  tell(announced('in_review'))

  expect(notices()).toEqual([])
})

test('a confirmed slip announces the ticket, even if confirmed before the first message', () => {
  applicationNotifier(unpaid('in_review'))({ ticket: 'ACTIVE', slip: null })

  expect(notices()).toEqual(['success: You have a ticket for this event.'])
})

test('a loaded application is outdated once another state or slip is announced', () => {
  expect(isOld(unpaid(null), announced(null))).toBe(false)
  expect(isOld(unpaid(null), announced('in_review'))).toBe(true)
  expect(isOld(unpaid(null), { ticket: 'ACTIVE', slip: null })).toBe(true)
  expect(isOld({ ...unpaid('confirmed'), status: 'ACTIVE' }, { ticket: 'ACTIVE', slip: null })).toBe(false)
})

import { beforeEach, expect, test } from 'vitest'
import type { Slip } from '#contract/events/events.schemas.ts'
import { dismissNotice, readNotices } from '#web/lib/notices/notice.tsx'
import { applicationNotifier, type Followed, isOld } from './use-live-event.ts'

const unpaid = (state: Slip['state'] | null): Followed => ({
  event_id: 1,
  status: 'UNPAID',
  position: null,
  slip: state && { state, reason: '', sent_at: '2026-11-21T09:00:00.000Z', readable: true },
})
const announced = (slip: Slip['state'] | null) => ({ ticket: 'UNPAID' as const, slip })
const said = () => readNotices().map(({ kind, text }) => `${kind}: ${text}`)

beforeEach(() => {
  for (const { id } of readNotices()) dismissNotice(id)
})

test('each refused slip is announced once', () => {
  const tell = applicationNotifier(unpaid('in_review'))

  tell(announced('in_review'))
  expect(said()).toEqual([])
  tell(announced('refused'))
  tell(announced('refused'))
  expect(said()).toEqual(['failure: The organizer did not accept your slip.'])
  for (const { id } of readNotices()) dismissNotice(id)
  tell(announced('in_review'))
  tell(announced('refused'))
  expect(said()).toEqual(['failure: The organizer did not accept your slip.'])
})

test('after a new slip, an outdated refusal is not announced', () => {
  const tell = applicationNotifier(unpaid('refused'))
  tell(announced('refused'))

  // The page has loaded the new slip by now.
  expect(isOld(unpaid('in_review'), announced('refused'))).toBe(true)
  tell(announced('refused'))
  tell(announced('in_review'))

  expect(said()).toEqual([])
})

test('a confirmed slip announces the ticket, even if it was confirmed before the first message', () => {
  applicationNotifier(unpaid('in_review'))({ ticket: 'ACTIVE', slip: null })

  expect(said()).toEqual(['success: You have a ticket for this event.'])
})

test('a loaded application is old once its state or its slip is announced to be another one', () => {
  expect(isOld(unpaid(null), announced(null))).toBe(false)
  expect(isOld(unpaid(null), announced('in_review'))).toBe(true)
  expect(isOld(unpaid(null), { ticket: 'ACTIVE', slip: null })).toBe(true)
  expect(isOld({ ...unpaid('confirmed'), status: 'ACTIVE' }, { ticket: 'ACTIVE', slip: null })).toBe(false)
})

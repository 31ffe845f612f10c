import { expect, test } from 'vitest'
import { type Answer, adviceOn, headline, whatWasRead } from './verdicts.tsx'

/** 22:05:07 in Bangkok. */
const scanned_at = '2026-11-28T15:05:07.000Z'
const now = new Date(scanned_at)
const unknown: Answer = { verdict: 'unknown', ticket: null, code: 'AAAA-AAAA', scanned_at }

test('a number that a phone without a network does not know is not on its list of then, which says less than no ticket', () => {
  const alone = { ...unknown, list_at: '2026-11-28T15:04:59.000Z' }
  expect(headline(alone, now)).toBe("Not on this phone's list of 22:04")
  expect(adviceOn(alone)).not.toContain('There is no such ticket')
  const yesterday = { ...unknown, list_at: '2026-11-27T15:04:59.000Z' }
  expect(headline(yesterday, now)).toBe("Not on this phone's list of Nov 27, 2026 at 22:04")
})

test('the server knows that there is no such ticket', () => {
  expect(headline(unknown, now)).toBe('Unknown')
  expect(adviceOn(unknown)).toBe('There is no such ticket. Check the number.')
})

test('what is no ticket at all is told apart, with a network and without', () => {
  for (const list_at of ['2026-11-28T15:04:59.000Z', undefined]) {
    const noTicket: Answer = { ...unknown, code: 'https://example.com', ...(list_at && { list_at }) }
    expect(headline(noTicket, now)).toBe('Unknown')
    expect(adviceOn(noTicket)).toMatch(/^This is no ticket\./)
  }
})

test('every answer says what was read and when', () => {
  const ticket_number = 'K7PM-3QXA'
  const ticket = { ticket_number, fullname: 'Malee', status: 'USED', used_at: scanned_at, used_door: null } as const
  const forged = JSON.stringify({ ticket_id: crypto.randomUUID(), event_id: 7, ticket_number, signature: 'AAAA' })

  expect(whatWasRead({ ...unknown, verdict: 'checked_in', ticket })).toBe('K7PM-3QXA, read at 22:05:07')
  expect(whatWasRead({ ...unknown, code: 'aaaa aaaa' })).toBe('AAAA-AAAA, read at 22:05:07')
  expect(whatWasRead({ ...unknown, verdict: 'forged', code: forged })).toBe('K7PM-3QXA, read at 22:05:07')
  expect(whatWasRead({ ...unknown, code: 'https://line.me/R/ti/p' })).toBe('“https://line.me/…”, read at 22:05:07')
  expect(whatWasRead({ ...unknown, code: 'ไม่ใช่' })).toBe('“ไม่ใช่”, read at 22:05:07')
})

test('a ticket that was used says when, with the day where it was another', () => {
  const ticket = { ticket_number: 'K7PM-3QXA', fullname: 'Malee', status: 'USED', used_door: null } as const
  const used = (used_at: string): Answer => ({ ...unknown, verdict: 'already_used', ticket: { ...ticket, used_at } })

  expect(headline(used('2026-11-28T11:02:00.000Z'), now)).toBe('Already used at 18:02')
  expect(headline(used('2026-11-27T11:02:00.000Z'), now)).toBe('Already used on Nov 27, 2026 at 18:02')
})

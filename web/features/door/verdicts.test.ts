import { expect, test } from 'vitest'
import { type Answer, adviceFor, describeScan, headline } from './verdicts.tsx'

/** 22:05:07 in Bangkok. */
const scanned_at = '2026-11-28T15:05:07.000Z'
const unknown: Answer = { verdict: 'unknown', ticket: null, code: 'AAAA-AAAA', scanned_at }

test('an offline phone says that a ticket is not on its list, not that it does not exist', () => {
  const offline = { ...unknown, list_at: '2026-11-28T15:04:59.000Z' }
  expect(headline(offline)).toBe("Not on this phone's list from 22:04")
  expect(adviceFor(offline)).not.toContain('There is no such ticket')
  const yesterday = { ...unknown, list_at: '2026-11-27T15:04:59.000Z' }
  expect(headline(yesterday)).toBe("Not on this phone's list from 22:04 on Nov 27")
})

test('an invitation on the list of a phone is unknown, and its guest is asked to claim it unless it has ended', () => {
  const invitation = {
    ticket_number: 'AAAA-AAAA',
    fullname: 'Mali Suksan',
    ticket_type: '',
    party: null,
    was_issued: false,
    used_at: null,
    used_door: null,
  } as const
  const offline = { ...unknown, list_at: '2026-11-28T15:04:59.000Z' }
  const open: Answer = { ...offline, ticket: { ...invitation, status: 'INVITED' } }
  const ended: Answer = { ...offline, ticket: { ...invitation, status: 'CANCELLED' } }

  const advice = expect.stringContaining('this invitation has not been claimed yet')
  expect([headline(open), adviceFor(open)]).toEqual(['Unknown', advice])
  const online: Answer = { ...unknown, ticket: open.ticket }
  expect([headline(online), adviceFor(online)]).toEqual(['Unknown', advice])
  expect([headline(ended), adviceFor(ended)]).toEqual(['Unknown', adviceFor(unknown)])
})

test('an unknown ticket is reported as unknown when the server has decided', () => {
  expect(headline(unknown)).toBe('Unknown')
  expect(adviceFor(unknown)).toBe('There is no such ticket. Check the number.')
})

test('a text that is not a ticket is reported as such, online and offline', () => {
  for (const list_at of ['2026-11-28T15:04:59.000Z', undefined]) {
    const noTicket: Answer = { ...unknown, code: 'https://example.com', ...(list_at && { list_at }) }
    expect(headline(noTicket)).toBe('Unknown')
    expect(adviceFor(noTicket)).toMatch(/^This is not a ticket\./)
  }
})

test('an answer says what was read and when', () => {
  const ticket_number = 'K7PM-3QXA'
  const ticket = {
    ticket_number,
    fullname: 'Malee',
    ticket_type: '',
    party: null,
    status: 'USED',
    used_at: scanned_at,
    used_door: null,
  } as const
  const forged = JSON.stringify({ ticket_id: crypto.randomUUID(), event_id: 7, ticket_number, signature: 'AAAA' })

  expect(describeScan({ ...unknown, verdict: 'checked_in', ticket })).toBe('K7PM-3QXA, read at 22:05:07')
  expect(describeScan({ ...unknown, code: 'aaaa aaaa' })).toBe('AAAA-AAAA, read at 22:05:07')
  expect(describeScan({ ...unknown, verdict: 'forged', code: forged })).toBe('K7PM-3QXA, read at 22:05:07')
  expect(describeScan({ ...unknown, code: 'https://line.me/R/ti/p' })).toBe('“https://line.me/…”, read at 22:05:07')
  expect(describeScan({ ...unknown, code: 'ไม่ใช่' })).toBe('“ไม่ใช่”, read at 22:05:07')
})

test('a used ticket says when, with the day if it was not today', () => {
  const ticket = {
    ticket_number: 'K7PM-3QXA',
    fullname: 'Malee',
    ticket_type: '',
    party: null,
    status: 'USED',
    used_door: null,
  } as const
  const used = (used_at: string): Answer => ({ ...unknown, verdict: 'already_used', ticket: { ...ticket, used_at } })

  expect(headline(used('2026-11-28T11:02:00.000Z'))).toBe('Already used at 18:02')
  expect(headline(used('2026-11-27T11:02:00.000Z'))).toBe('Already used at 18:02 on Nov 27')
})

test('each other refusal says what is wrong with the ticket', () => {
  const said = (verdict: Answer['verdict']) => [headline({ ...unknown, verdict }), adviceFor({ ...unknown, verdict })]

  expect(said('cancelled')).toEqual(['Cancelled', 'This ticket was cancelled.'])
  expect(said('expired')).toEqual(['The event is over', 'This ticket is no longer valid.'])
  expect(said('wrong_event')).toEqual(['Wrong event', 'This ticket is for another event.'])
  expect(said('forged')).toEqual(['Forged', 'We did not issue this code.'])
})

import { getPublicKeyAsync, signAsync, utils } from '@noble/ed25519'
import { expect, test } from 'vitest'
import type { DoorTicket } from '#contract/tickets/door.ts'
import { signedText } from '#contract/tickets/ticket-code.ts'
import { decideLocally, readCode } from './decide.ts'
import type { SavedScan } from './scan.ts'
import type { Snapshot } from './snapshot.ts'

const now = new Date('2026-11-28T11:30:00.000Z')
const eventId = 7
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A door with these tickets, and functions that sign codes for it and decide about them. */
async function startDoor(tickets: DoorTicket[], given: Partial<Snapshot> = {}) {
  const key = utils.randomSecretKey()
  const door: Snapshot = {
    event_id: eventId,
    event_name: 'Bangkok JavaScript Night',
    start_date_event: '2026-11-28T11:00:00.000Z',
    end_date_event: '2026-11-28T14:00:00.000Z',
    is_called_off: false,
    role: null,
    public_key: base64url(await getPublicKeyAsync(key)),
    tickets: new Map(tickets.map((each) => [each.ticket_number, each])),
    cursor: '2026-11-28T11:00:00.000Z',
    asked_at: 0,
    checked_in: 0,
    held: tickets.length,
    ...given,
  }

  async function codeOf(ticket_number: string, event_id = eventId): Promise<string> {
    const code = { ticket_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2', event_id, ticket_number }
    const signature = base64url(await signAsync(new TextEncoder().encode(signedText(code)), key))
    return JSON.stringify({ ...code, signature })
  }

  async function decide(text: string, scans: SavedScan[] = [], at = now) {
    return decideLocally({ door, scans }, await readCode(door, text), at)
  }
  return { codeOf, decide, door }
}

function ticket(ticket_number: string, given: Partial<DoorTicket> = {}): DoorTicket {
  return {
    ticket_number,
    fullname: 'Malee Suksan',
    status: 'ACTIVE',
    ticket_type: '',
    party: null,
    used_at: null,
    used_door: null,
    ...given,
  }
}

function letIn(ticket_number: string, given: Partial<SavedScan> = {}): SavedScan {
  return {
    seq: 1,
    event_id: eventId,
    scan_id: '3f1b1f0e-6f57-4f3b-9c59-0c8f3f4f6a10',
    code: ticket_number,
    scanned_at: '2026-11-28T11:10:00.000Z',
    let_in: true,
    verdict: 'checked_in',
    ticket: ticket(ticket_number, { status: 'USED' }),
    waiting: true,
    asked: false,
    undone: false,
    ...given,
  }
}

test('the number of a ticket that is not on the list is already used, if this phone let it in by its code', async () => {
  const { decide } = await startDoor([])

  expect((await decide('K7PM-3QXA')).verdict).toBe('unknown')
  expect(await decide('K7PM-3QXA', [letIn('K7PM-3QXA')])).toMatchObject({
    verdict: 'already_used',
    ticket: { fullname: 'Malee Suksan', used_at: '2026-11-28T11:10:00.000Z' },
  })
})

test('an active ticket is checked in by its code and by its number', async () => {
  const { decide, codeOf } = await startDoor([ticket('K7PM-3QXA')])
  const checkedIn = {
    verdict: 'checked_in',
    ticket: { fullname: 'Malee Suksan', status: 'USED', used_at: now.toISOString() },
  }

  expect(await decide(await codeOf('K7PM-3QXA'))).toMatchObject(checkedIn)
  expect(await decide('k7pm 3qxa')).toMatchObject(checkedIn)
})

test('an unlisted ticket is checked in if its code is signed, and unknown if its number is typed', async () => {
  const { decide, codeOf } = await startDoor([])

  expect(await decide(await codeOf('K7PM-3QXA'))).toMatchObject({ verdict: 'checked_in', ticket: { fullname: '' } })
  expect(await decide('K7PM-3QXA')).toEqual({ verdict: 'unknown', ticket: null })
})

test('an invitation is no ticket, until its signed code shows that it was claimed', async () => {
  const invitation = ticket('K7PM-3QXA', { status: 'INVITED', was_issued: false })
  const { decide, codeOf } = await startDoor([invitation])

  expect(await decide('K7PM-3QXA')).toEqual({ verdict: 'unknown', ticket: invitation })
  expect(await decide(await codeOf('K7PM-3QXA'))).toMatchObject({ verdict: 'checked_in' })
})

test('an invitation that has ended was never a ticket', async () => {
  const ended = ticket('K7PM-3QXA', { status: 'CANCELLED', was_issued: false })
  const cancelled = ticket('AAAA-AAAA', { status: 'CANCELLED', was_issued: true })
  const { decide } = await startDoor([ended, cancelled])

  expect(await decide('K7PM-3QXA')).toEqual({ verdict: 'unknown', ticket: ended })
  expect((await decide('AAAA-AAAA')).verdict).toBe('cancelled')
})

test('a code that was changed or signed with another key is forged', async () => {
  const { decide, codeOf } = await startDoor([ticket('K7PM-3QXA'), ticket('AAAA-AAAA')])
  const code = await codeOf('K7PM-3QXA')
  const stranger = await startDoor([])

  expect((await decide(code.replace('K7PM-3QXA', 'AAAA-AAAA'))).verdict).toBe('forged')
  expect((await decide(await stranger.codeOf('K7PM-3QXA'))).verdict).toBe('forged')
  expect((await decide(JSON.stringify({ ...JSON.parse(code), signature: '!' }))).verdict).toBe('forged')
})

test("a ticket for another event is 'wrong_event', any other text is 'unknown'", async () => {
  const { decide, codeOf } = await startDoor([ticket('K7PM-3QXA')])

  expect((await decide(await codeOf('K7PM-3QXA', 8))).verdict).toBe('wrong_event')
  expect((await decide('https://example.com')).verdict).toBe('unknown')
})

test('a used ticket has its time of use, whether the server or this phone let its holder in', async () => {
  const at = '2026-11-28T11:02:00.000Z'
  const { decide } = await startDoor([ticket('K7PM-3QXA', { status: 'USED', used_at: at }), ticket('AAAA-AAAA')])

  expect(await decide('K7PM-3QXA')).toMatchObject({ verdict: 'already_used', ticket: { used_at: at } })
  expect(await decide('AAAA-AAAA', [letIn('AAAA-AAAA')])).toMatchObject({
    verdict: 'already_used',
    ticket: { used_at: '2026-11-28T11:10:00.000Z', used_door: null },
  })
})

test('an unlisted signed ticket is checked in only once on this phone', async () => {
  const { decide, codeOf } = await startDoor([])

  expect((await decide(await codeOf('K7PM-3QXA'), [letIn('K7PM-3QXA')])).verdict).toBe('already_used')
})

test('a holder whose entry was undone may enter again', async () => {
  const { decide } = await startDoor([ticket('AAAA-AAAA')])

  expect((await decide('AAAA-AAAA', [letIn('AAAA-AAAA', { undone: true })])).verdict).toBe('checked_in')
})

test("for sent scans the server's status counts", async () => {
  const { decide } = await startDoor([ticket('AAAA-AAAA')])

  expect((await decide('AAAA-AAAA', [letIn('AAAA-AAAA', { waiting: false })])).verdict).toBe('checked_in')
})

test('cancelled tickets and tickets of a called-off event are refused', async () => {
  const { decide } = await startDoor([ticket('K7PM-3QXA', { status: 'CANCELLED' })])
  const off = await startDoor([], { is_called_off: true })

  expect((await decide('K7PM-3QXA')).verdict).toBe('cancelled')
  expect((await off.decide(await off.codeOf('K7PM-3QXA'))).verdict).toBe('cancelled')
})

test('a ticket expires when the event ends', async () => {
  const { decide, door } = await startDoor([ticket('K7PM-3QXA')])
  const end = Date.parse(door.end_date_event)

  expect((await decide('K7PM-3QXA', [], new Date(end - 1))).verdict).toBe('checked_in')
  expect((await decide('K7PM-3QXA', [], new Date(end))).verdict).toBe('expired')
})

test('a code whose signature cannot be checked counts as a typed number, but still names its event', async () => {
  const { codeOf, door } = await startDoor([ticket('K7PM-3QXA')])
  const decide = async (text: string) =>
    decideLocally({ door, scans: [] }, await readCode(door, text, async () => null), now)

  expect((await decide(await codeOf('K7PM-3QXA'))).verdict).toBe('checked_in')
  expect((await decide(await codeOf('AAAA-AAAA'))).verdict).toBe('unknown')
  expect((await decide(await codeOf('AAAA-AAAA', 8))).verdict).toBe('wrong_event')
})

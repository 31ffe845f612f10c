import { afterEach, expect, test, vi } from 'vitest'
import type { DoorTicket, Scan } from '#contract/tickets/door.ts'
import { createDoor } from './door.ts'
import { snapshotOf } from './snapshot.ts'

afterEach(() => vi.unstubAllGlobals())

const number = 'K7PM-3QXA'
const ticket: DoorTicket = {
  ticket_number: number,
  fullname: 'Malee Suksan',
  ticket_type: '',
  party: null,
  status: 'ACTIVE',
  used_at: null,
  used_door: null,
}

test('a guest refused because the network was slow is let in when scanned again', async () => {
  const entered = new Set<string>()
  let isSlow = true
  // Like the server: the first entry of the ticket counts until it is undone.
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (url: string, { method, body, signal }: RequestInit) => {
    if (method === 'DELETE') entered.delete(url.split('/').at(-1) ?? '')
    const scans: Scan[] = method === 'DELETE' ? [] : JSON.parse(String(body)).scans
    const results = scans.map(({ scan_id }) => {
      const verdict = entered.size === 0 || entered.has(scan_id) ? 'checked_in' : 'already_used'
      if (verdict === 'checked_in') entered.add(scan_id)
      return { scan_id, verdict, ticket: { ...ticket, status: 'USED' } }
    })
    if (isSlow) await new Promise((_, reject) => signal?.addEventListener('abort', reject))
    return Response.json({ checked_in: entered.size, held: 1, results, ticket })
  })
  const snapshot = snapshotOf(
    {
      event_id: 7,
      event_name: 'Loy Krathong Night',
      start_date_event: '2026-11-28T11:00:00.000Z',
      end_date_event: '2999-11-28T14:00:00.000Z',
      is_called_off: false,
      role: null,
      public_key: 'key',
      tickets: [],
      sale: { types: [], promptpay_id: '', promptpay_name: '' },
      cursor: '2026-11-28T10:00:00.000Z',
      checked_in: 0,
      held: 1,
    },
    0,
  )
  const seats = { phone_id: '', want: null, kept: [] }
  const door = createDoor({
    secret: 'link',
    keeper: 'link',
    device: 'Gate 1',
    snapshot,
    scans: [],
    seats,
    online: true,
  })

  await door.scan(number)
  const first = door.read().answer?.verdict
  isSlow = false
  await door.scan(number)

  expect([first, door.read().answer?.verdict]).toEqual(['unknown', 'checked_in'])
  expect(door.read().scans.filter(({ waiting }) => waiting)).toEqual([])
})

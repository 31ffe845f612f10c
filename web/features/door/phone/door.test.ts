import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { serverTimeHeader } from '#contract/endpoint.ts'
import type { Door, DoorTicket, Scan } from '#contract/tickets/door.ts'
import { compareClock } from '#web/lib/clock.ts'
import { createDoor } from './door.ts'
import { whySaleEnded } from './sales.ts'
import type { SavedScan } from './scan.ts'
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

const emptyDoor: Door = {
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
}

/** A helper's phone with this door. */
function doorWith(given: Partial<Door>) {
  const snapshot = snapshotOf({ ...emptyDoor, ...given }, 0)
  const seats = { phone_id: '', want: null, kept: [] }
  return createDoor({ secret: 'link', keeper: 'link', device: 'Gate 1', snapshot, scans: [], seats, online: true })
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
  const door = doorWith({})

  await door.scan(number)
  const first = door.read().answer?.verdict
  isSlow = false
  await door.scan(number)

  expect([first, door.read().answer?.verdict]).toEqual(['unknown', 'checked_in'])
  expect(door.read().scans.filter(({ waiting }) => waiting)).toEqual([])
})

test('undoing an entry that the server has as a double entry takes it back there too', async () => {
  const doubleEntries = new Set<string>()
  let losesAnswers = true
  // Like the server, where another phone has let the holder in before.
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'DELETE') doubleEntries.delete(url.split('/').at(-1) ?? '')
    const scans: Scan[] = body ? JSON.parse(String(body)).scans : []
    for (const { scan_id, let_in } of scans) if (let_in) doubleEntries.add(scan_id)
    if (losesAnswers) throw new TypeError('no network')
    const results = scans.map(({ scan_id }) => ({ scan_id, verdict: 'already_used', ticket }))
    return Response.json({ checked_in: 1, held: 1, results, ticket })
  })
  const door = doorWith({ tickets: [ticket] })

  const entry = await door.scan(number)
  await door.refresh()
  const reported = [...doubleEntries]
  await door.undo(door.read().scans[0] as SavedScan)
  losesAnswers = false
  await door.refresh().catch(() => {})

  expect(reported).toEqual([entry?.scan_id])
  expect([...doubleEntries]).toEqual([])
  expect(door.read().scans).toMatchObject([{ undone: true, waiting: false }])
})

test('an entry stays although a refresh from before it is answered after a sale', async () => {
  const refreshes: ((answer: Response) => void)[] = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'GET') return new Promise((resolve) => refreshes.push(resolve))
    if (url.endsWith('/walk-ins')) {
      return Response.json({ checked_in: 2, held: 2, results: [{ ticket: null, refusal: null }], kept: [] })
    }
    const [{ scan_id, scanned_at }] = JSON.parse(String(body)).scans
    const results = [{ scan_id, verdict: 'checked_in', ticket: { ...ticket, status: 'USED', used_at: scanned_at } }]
    return Response.json({ checked_in: 1, held: 1, results })
  })
  const door = doorWith({ tickets: [ticket] })

  const refreshed = door.refresh()
  await vi.waitFor(() => expect(refreshes).toHaveLength(1))
  await door.scan(number)
  await door.sell({ name: '', ticket_type_id: null, payment: 'free', price_satang: 0 })
  await vi.waitFor(() => expect(refreshes).toHaveLength(2))
  refreshes[0]?.(Response.json({ ...emptyDoor, tickets: [ticket] }))
  await refreshed

  expect(door.read().scans[0]).toMatchObject({ verdict: 'checked_in', undone: false })
  expect(door.read().snapshot.tickets.get(number)).toMatchObject({ status: 'USED' })
})

test('an entry stays although it was answered while a refresh from before it was being saved', async () => {
  let scans: Scan[] = []
  let answerScan = (_answer: Response) => {}
  let endSaving = () => {}
  /** When the next request of the storage fails. */
  let stored = Promise.resolve()
  class StorageRequest extends EventTarget {}
  vi.stubGlobal('IDBRequest', StorageRequest)
  vi.stubGlobal('indexedDB', {
    open() {
      const request = new StorageRequest()
      void stored.then(() => request.dispatchEvent(new Event('error')))
      stored = Promise.resolve()
      return request
    },
  })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method !== 'GET') {
      scans = JSON.parse(String(body)).scans
      return new Promise((resolve) => {
        answerScan = resolve
      })
    }
    stored = new Promise((resolve) => {
      endSaving = resolve
    })
    return Response.json({ ...emptyDoor, held: 2, tickets: [ticket] })
  })
  const door = doorWith({ tickets: [ticket] })

  const scanning = door.scan(number)
  await vi.waitFor(() => expect(scans).toHaveLength(1))
  const refreshing = door.refresh()
  await vi.waitFor(() => expect(door.read().snapshot.held).toBe(2))
  const used = { ...ticket, status: 'USED', used_at: scans[0]?.scanned_at }
  const results = [{ scan_id: scans[0]?.scan_id, verdict: 'checked_in', ticket: used }]
  answerScan(Response.json({ checked_in: 1, held: 2, results }))
  await scanning
  endSaving()
  await refreshing

  expect(door.read().scans).toMatchObject([{ verdict: 'checked_in', undone: false }])
})

test("offline, the event's end is decided by the server's time, however wrong the phone's clock", async () => {
  const answeredWith = (time: number) => compareClock(new Headers({ [serverTimeHeader]: String(time) }), Date.now())
  onTestFinished(() => answeredWith(Date.now()))
  vi.stubGlobal('navigator', { onLine: false })
  const hour = 3_600_000
  answeredWith(Date.now() - 2 * hour)
  const end_date_event = new Date(Date.now() - hour).toISOString()
  const door = doorWith({ end_date_event, tickets: [ticket] })

  await door.scan(number)

  const { answer, snapshot } = door.read()
  expect(answer?.verdict).toBe('checked_in')
  expect(Date.parse(answer?.scanned_at ?? '')).toBeLessThan(Date.parse(end_date_event))
  expect(whySaleEnded(snapshot)).toBeNull()
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ScanResult } from '#contract/tickets/door.ts'
import { qrCodeOf, startDoor } from '#server/testing/door.ts'

const day = 24 * 3_600_000

test('a ticket is checked in once, by its QR code or its number', async () => {
  const { addHolder, show, clock } = await startDoor()
  const [first, second] = [await addHolder(), await addHolder()]
  const now = clock.now.toISOString()

  expect(await show(first.code)).toMatchObject({
    verdict: 'checked_in',
    ticket: {
      ticket_number: first.ticket.ticket_number,
      fullname: first.ticket.fullname,
      status: 'USED',
      used_at: now,
    },
  })
  clock.now = new Date(clock.now.getTime() + 60_000)
  expect(await show(first.ticket.ticket_number)).toMatchObject({ verdict: 'already_used', ticket: { used_at: now } })
  expect((await show(second.ticket.ticket_number)).verdict).toBe('checked_in')
  expect((await show(second.code)).verdict).toBe('already_used')
})

test('a typed number may be in lower case, without its hyphen, with spaces and with U for V', async () => {
  const { addHolder, show, db } = await startDoor()
  const typed = [' v7pm 3qxa', 'V7PM3QXA', 'u7pm–3qxa', 'v๗pm-3qxa']

  for (const text of typed) {
    const { ticket } = await addHolder()
    await db.pool.query("UPDATE tickets SET ticket_number = 'taken-' || id WHERE ticket_number = 'V7PM-3QXA'")
    await db.pool.query("UPDATE tickets SET ticket_number = 'V7PM-3QXA' WHERE id = $1", [ticket.id])

    expect([text, (await show(text)).verdict]).toEqual([text, 'checked_in'])
  }
})

test('a cancelled ticket is refused, and the ticket of a new application is not', async () => {
  const { as, event, addHolder, show } = await startDoor()
  const { person, ticket, code } = await addHolder()
  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)
  const again = (await as(person).post(`/api/tickets/event/${event.id}/register`)).json()
  const signed = (await as(person).get(`/api/tickets/${again.id}`)).json()

  expect(await show(code)).toMatchObject({ verdict: 'cancelled', ticket: { status: 'CANCELLED', used_at: null } })
  expect((await show(qrCodeOf(signed))).verdict).toBe('checked_in')
})

test('a ticket of an event that was called off is refused', async () => {
  const { as, event, addHolder, show } = await startDoor()
  const { code } = await addHolder()
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect((await show(code)).verdict).toBe('cancelled')
})

test('a code is valid only with the signature of exactly this ticket', async () => {
  const { event, addHolder, show } = await startDoor()
  const [holder, other] = [await addHolder(), await addHolder()]
  const { ticket } = holder

  for (const forged of [
    { ...ticket, signature: other.ticket.signature },
    { ...ticket, signature: '' },
    { ...ticket, signature: 'x'.repeat(86) },
    { ...ticket, event_id: event.id + 1 },
    { ...ticket, ticket_id: other.ticket.ticket_id },
    { ...ticket, ticket_number: other.ticket.ticket_number },
  ]) {
    expect(await show(qrCodeOf(forged))).toMatchObject({ verdict: 'forged', ticket: null })
  }
  expect((await show(holder.code)).verdict).toBe('checked_in')
})

test('a text that is not one of our tickets is unknown', async () => {
  const { show } = await startDoor()

  for (const code of [
    '',
    'hello',
    'https://example.com/?a=1',
    '{}',
    '[1]',
    'null',
    '{"ticket_id": 1}',
    'ก'.repeat(5_000),
  ]) {
    expect(await show(code)).toMatchObject({ verdict: 'unknown', ticket: null })
  }
})

test("a ticket of another event is 'wrong_event', and the number of another organizer's is unknown", async () => {
  const { event, addEvent, addHolder, show } = await startDoor()
  const sameOwner = await addHolder((await addEvent({}, event.owner)).id)
  const otherOwner = await addHolder((await addEvent()).id)
  const wrong = { verdict: 'wrong_event', ticket: null }

  expect(await show(sameOwner.code)).toMatchObject(wrong)
  expect(await show(sameOwner.ticket.ticket_number)).toMatchObject(wrong)
  expect(await show(otherOwner.code)).toMatchObject(wrong)
  expect(await show(otherOwner.ticket.ticket_number)).toMatchObject({ verdict: 'unknown', ticket: null })
})

test('an unused ticket expires with its event, by the time of the scan', async () => {
  const { event, addHolder, scanOf, send, clock, ownerLater } = await startDoor()
  const [late, inTime] = [await addHolder(), await addHolder()]
  const lastMinute = new Date(clock.now.getTime() + 7 * day + 3 * 3_600_000 - 60_000).toISOString()
  clock.now = new Date(clock.now.getTime() + 8 * day)
  const owner = await ownerLater()

  const { results } = await send(
    [scanOf(late.code), scanOf(inTime.code, { scanned_at: lastMinute, let_in: true })],
    owner,
  )

  expect(results[0]).toMatchObject({ verdict: 'expired', ticket: { status: 'EXPIRED', used_at: null } })
  expect(results[1]).toMatchObject({ verdict: 'checked_in', ticket: { status: 'USED', used_at: lastMinute } })
  expect((await owner.get(`/api/events/${event.id}/door`)).json()).toMatchObject({ checked_in: 1, held: 2 })
})

test("a scan by a phone whose clock is ahead gets the server's time", async () => {
  const { addHolder, show, clock } = await startDoor()
  const { code } = await addHolder()

  const { ticket } = await show(code, { scanned_at: new Date(clock.now.getTime() + day).toISOString() })

  expect(ticket.used_at).toBe(clock.now.toISOString())
})

test('a checked-in ticket keeps its seat, cannot be given back, and counts as attended', async () => {
  const { as, event, addHolder, addUser, show } = await startDoor({ max_attendee: 1 })
  const { person, ticket, code } = await addHolder()
  await show(code)

  const cancelled = await as(person).delete(`/api/tickets/${ticket.id}/cancel`)
  const late = await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  const again = await as(person).post(`/api/tickets/event/${event.id}/register`)

  expect(cancelled.json().code).toBe('ticket_not_active')
  expect(late.json().code).toBe('event_full')
  expect(again.json().code).toBe('already_applied')
  expect((await as(person).get(`/api/tickets/${ticket.id}`)).json().status).toBe('USED')
  expect((await as(person).get('/api/users/profile')).json()).toMatchObject({ attended_events: 1, cancelled_events: 0 })
  expect((await as(event.owner).get(`/api/events/${event.id}`)).json().current_attendees).toBe(1)
})

const isCheckedIn = ({ verdict }: ScanResult) => verdict === 'checked_in'

test('twenty phones scan one ticket at once and one checks it in', async () => {
  const { as, event, addHolder, addLink, addServer, scanOf, send } = await startDoor()
  const doors = [as(event.owner), (await addServer()).as(event.owner), (await addLink()).door]

  // The first race also opens the connections that the later ones use.
  for (const { ticket, code } of [await addHolder(), await addHolder(), await addHolder(), await addHolder()]) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send([scanOf(n % 2 ? code : ticket.ticket_number)], doors[n % 3], `Gate ${n}`),
      ),
    )

    const results: ScanResult[] = replies.map(({ results: [result] }) => result)
    expect(results.filter(isCheckedIn)).toHaveLength(1)
    expect(results.filter(({ verdict }) => verdict === 'already_used')).toHaveLength(19)
    expect(new Set(results.map((result) => result.ticket?.used_at)).size).toBe(1)
  }
})

test('a scan that is sent again gets the same answer and changes nothing', async () => {
  const { as, event, addHolder, addServer, scanOf, send, clock } = await startDoor()
  const { code } = await addHolder()
  const [first, second] = [scanOf(code), scanOf(code)]
  const [{ results: before }, otherServer] = [await send([first, second]), (await addServer()).as(event.owner)]
  clock.now = new Date(clock.now.getTime() + 60_000)

  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => send([first, second], n % 2 ? otherServer : as(event.owner))),
  )

  expect(before.map(({ verdict }: ScanResult) => verdict)).toEqual(['checked_in', 'already_used'])
  for (const { results } of replies) expect(results).toEqual(before)
})

test('one scan that arrives ten times at once is one scan', async () => {
  const { addHolder, scanOf, send } = await startDoor()
  const scan = scanOf((await addHolder()).code)

  const replies = await Promise.all(Array.from({ length: 10 }, () => send([scan])))

  expect(replies.every(({ results: [result] }) => isCheckedIn(result))).toBe(true)
  expect(replies.at(-1)).toMatchObject({ checked_in: 1, held: 1 })
})

test("a scan's ID cannot be used for another ticket", async () => {
  const { addHolder, scanOf, send } = await startDoor()
  const [first, second] = [await addHolder(), await addHolder()]
  const scan_id = randomUUID()

  const replies = await Promise.all(
    [first, second].flatMap(({ code }) => Array.from({ length: 5 }, () => send([scanOf(code, { scan_id })]))),
  )

  const results: ScanResult[] = replies.map(({ results: [result] }) => result)
  expect(results.filter(isCheckedIn)).toHaveLength(5)
  expect(results.filter(({ verdict, ticket }) => verdict === 'unknown' && ticket === null)).toHaveLength(5)
  expect((await send([scanOf('nothing')])).checked_in).toBe(1)
})

test("a scan's ID means nothing at another event's door", async () => {
  const { as, addEvent, addHolder, scanOf, send, undo } = await startDoor()
  const scan = scanOf((await addHolder()).code)
  const other = await addEvent()
  const checkIns = `/api/events/${other.id}/check-ins`
  const guest = await addHolder(other.id)
  await send([scan])

  const undone = await as(other.owner).delete(`${checkIns}/${scan.scan_id}`)
  const shown = await as(other.owner).post(checkIns, { device: 'B', scans: [{ ...scan, code: guest.code }] })
  const ours = await undo(scan.scan_id)

  expect(undone.json().code).toBe('check_in_not_found')
  expect(shown.json().results[0]).toMatchObject({ verdict: 'checked_in' })
  expect(ours.json()).toMatchObject({ checked_in: 0, ticket: { status: 'ACTIVE' } })
  expect((await as(other.owner).get(`/api/events/${other.id}/door`)).json().checked_in).toBe(1)
})

test('a hundred scans are decided in order, whatever they contain', async () => {
  const { addHolder, scanOf, send } = await startDoor()
  const { ticket, code } = await addHolder()
  const noise = Array.from({ length: 96 }, (_, n) => scanOf(n % 2 ? '{"ticket_id":' : 'ไ'.repeat(1_999)))

  const { results, checked_in } = await send([
    scanOf('?'),
    scanOf(code),
    ...noise,
    scanOf(ticket.ticket_number),
    scanOf(''),
  ])

  expect(results).toHaveLength(100)
  expect(results[1].verdict).toBe('checked_in')
  expect(results[98].verdict).toBe('already_used')
  expect(results.filter(({ verdict }: ScanResult) => verdict === 'unknown')).toHaveLength(98)
  expect(checked_in).toBe(1)
})

test('a call with no scans or more than a hundred is refused', async () => {
  const { as, event, scanOf } = await startDoor()
  const send = (count: number, device = 'Gate') =>
    as(event.owner).post(`/api/events/${event.id}/check-ins`, {
      device,
      scans: Array.from({ length: count }, () => scanOf('?')),
    })

  expect((await send(0)).statusCode).toBe(422)
  expect((await send(101)).statusCode).toBe(422)
  expect((await send(1, '')).json().error).toBe('Device is required.')
  expect((await send(100)).statusCode).toBe(200)
})

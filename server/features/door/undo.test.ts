import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Scan } from '#contract/tickets/door.ts'
import { startDoor } from '#server/testing/door.ts'

test('an undone check-in leaves the ticket as it was, ready for a new scan', async () => {
  const { as, event, addHolder, scanOf, send, show, undo } = await startDoor()
  const { person, ticket, code } = await addHolder()
  const scan = scanOf(code)
  await send([scan])

  const undone = await undo(scan.scan_id)

  expect(undone.json()).toEqual({
    checked_in: 0,
    held: 1,
    ticket: {
      ticket_number: ticket.ticket_number,
      fullname: ticket.fullname,
      status: 'ACTIVE',
      ticket_type: '',
      used_at: null,
      party: null,
      used_door: null,
      walk_in: null,
      was_issued: true,
    },
  })
  expect((await as(person).get('/api/users/profile')).json().attended_events).toBe(0)
  expect((await show(code)).verdict).toBe('checked_in')
  expect((await as(event.owner).get(`/api/events/${event.id}/door`)).json().checked_in).toBe(1)
})

test('a check-in is undone once, and not again after a later scan', async () => {
  const { addHolder, scanOf, send, show, undo } = await startDoor()
  const { code } = await addHolder()
  const scan = scanOf(code)
  await send([scan])

  const replies = await Promise.all(Array.from({ length: 10 }, () => undo(scan.scan_id)))
  await show(code)
  const late = await undo(scan.scan_id)
  const again = await send([scan])

  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json().code === 'check_in_undone')).toHaveLength(9)
  expect(late.json().code).toBe('check_in_undone')
  expect(again).toMatchObject({ checked_in: 1, results: [{ verdict: 'checked_in', ticket: { status: 'USED' } }] })
})

test('only a scan with an entry can be undone', async () => {
  const { addHolder, scanOf, send, undo } = await startDoor()
  const { code } = await addHolder()
  const [first, second, noise] = [scanOf(code), scanOf(code), scanOf('hello')]
  await send([first, second, noise])

  for (const scanId of [second.scan_id, noise.scan_id, randomUUID()]) {
    const reply = await undo(scanId)
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'check_in_not_found'])
  }
  expect((await undo('7')).statusCode).toBe(404)
  expect((await undo(first.scan_id)).statusCode).toBe(200)
})

test('a check-in cannot be undone after the event was called off', async () => {
  const { as, event, addHolder, scanOf, send, undo } = await startDoor()
  const scan = scanOf((await addHolder()).code)
  await send([scan])
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect((await undo(scan.scan_id)).json().code).toBe('ticket_not_active')
})

test('scans and undoing race, and at most one entry counts', async () => {
  const { as, event, addHolder, addServer, scanOf, send, undo, db } = await startDoor()
  const { code, ticket } = await addHolder()
  const doors = [as(event.owner), (await addServer()).as(event.owner)]
  let inside = [scanOf(code)]
  await send(inside)

  for (let round = 0; round < 10; round++) {
    const scans = Array.from({ length: 6 }, () => scanOf(code))
    const [replies, undone] = await Promise.all([
      Promise.all(scans.map((scan, n) => send([scan], doors[n % 2]))),
      Promise.all([0, 1].flatMap((n) => inside.map((scan) => undo(scan.scan_id, doors[n])))),
    ])
    const entered = scans.filter((_, n) => replies[n].results[0].verdict === 'checked_in')

    const left = undone.filter((reply) => reply.statusCode === 200).length
    const isUsed = inside.length - left + entered.length
    expect([0, 1]).toContain(isUsed)
    const { checked_in, tickets } = (await as(event.owner).get(`/api/events/${event.id}/door`)).json()
    expect({ checked_in, status: tickets[0].status }).toEqual({
      checked_in: isUsed,
      status: isUsed === 1 ? 'USED' : 'ACTIVE',
    })
    const entries = await db.pool.query(
      "SELECT FROM check_ins WHERE ticket_id = $1 AND verdict = 'checked_in' AND undone_at IS NULL",
      [ticket.id],
    )
    expect(entries.rowCount).toBe(isUsed)
    inside = left === inside.length ? entered : inside
  }
})

test('of two entries with one ticket the second counts once the first is undone, and can be undone too', async () => {
  const { as, event, addHolder, addLink, scanOf, send, show, undo, clock } = await startDoor()
  const { ticket, code } = await addHolder()
  const { door: helper } = await addLink('West gate')
  const owner = as(event.owner)
  const at = (minutes: number) => new Date(clock.now.getTime() - minutes * 60_000).toISOString()
  const online = scanOf(code, { scanned_at: at(3) })
  const [offline, third] = [2, 1].map((minutes) => scanOf(code, { let_in: true, scanned_at: at(minutes) })) as [
    Scan,
    Scan,
  ]
  const doubleEntries = async () => (await owner.get(`/api/events/${event.id}/double-entries`)).json()
  await send([online])
  await send([third, offline], helper)

  const undone = await undo(online.scan_id)

  expect(undone.json()).toMatchObject({
    checked_in: 1,
    ticket: { status: 'USED', used_at: at(2), used_door: 'West gate' },
  })
  expect(await doubleEntries()).toMatchObject([{ scan_id: third.scan_id, first: { at: at(2) }, again: { at: at(1) } }])
  expect((await show(ticket.ticket_number)).verdict).toBe('already_used')
  expect((await send([offline], helper)).results[0].verdict).toBe('checked_in')

  await undo(offline.scan_id)
  const last = await undo(third.scan_id)

  expect(last.json()).toMatchObject({ checked_in: 0, ticket: { status: 'ACTIVE' } })
  expect(await doubleEntries()).toEqual([])
})

test('an undone double entry is not listed, nor counts once the first is undone', async () => {
  const { as, event, addHolder, scanOf, send, undo } = await startDoor()
  const { code } = await addHolder()
  const [first, double] = [scanOf(code), scanOf(code, { let_in: true })]
  await send([first, double])

  const undone = await undo(double.scan_id)
  const again = await undo(double.scan_id)
  const left = await undo(first.scan_id)

  expect(undone.json()).toMatchObject({ checked_in: 1, ticket: { status: 'USED' } })
  expect(again.json().code).toBe('check_in_not_found')
  expect((await as(event.owner).get(`/api/events/${event.id}/double-entries`)).json()).toEqual([])
  expect(left.json()).toMatchObject({ checked_in: 0, ticket: { status: 'ACTIVE' } })
})

test('a guest let in without an answer counts, also if the entry before was undone by then', async () => {
  const { as, event, addHolder, scanOf, send, undo } = await startDoor()
  const { code } = await addHolder()
  const [first, unanswered] = [scanOf(code), scanOf(code)]
  await send([first, unanswered])
  await undo(first.scan_id)

  const { checked_in, results } = await send([{ ...unanswered, let_in: true }])

  expect([checked_in, results[0].verdict]).toEqual([1, 'checked_in'])
  expect((await as(event.owner).get(`/api/events/${event.id}/double-entries`)).json()).toEqual([])
})

test('an undo and a phone that reports its entry race, and the guest whom the phone let in is counted', async () => {
  const { as, event, addHolder, addServer, scanOf, send, undo, db } = await startDoor()
  const doors = [as(event.owner), (await addServer()).as(event.owner)]

  for (let round = 0; round < 5; round++) {
    const { code, ticket } = await addHolder()
    const [first, unanswered] = [scanOf(code), scanOf(code)]
    await send([first, unanswered])

    await Promise.all([
      ...doors.map((door) => undo(first.scan_id, door)),
      send([{ ...unanswered, let_in: true }], doors[round % 2]),
    ])

    const { rows } = await db.pool.query(
      `SELECT t.status, t.used_at = c.scanned_at AS is_time_of_entry
       FROM tickets t LEFT JOIN check_ins c ON c.ticket_id = t.id AND c.verdict = 'checked_in' AND c.undone_at IS NULL
       WHERE t.id = $1`,
      [ticket.id],
    )
    expect(rows).toEqual([{ status: 'USED', is_time_of_entry: true }])
  }
})

test('an undone walk-in whose ticket also let somebody in offline keeps its seat', async () => {
  const { as, event, scanOf, send, undo } = await startDoor({ max_attendee: 1 })
  const sale = { scan_id: randomUUID(), scanned_at: scanOf('').scanned_at, let_in: false, name: 'Ton' }
  const sold = await as(event.owner).post(`/api/events/${event.id}/walk-ins`, {
    device: 'Gate 1',
    phone_id: null,
    walk_ins: [{ ...sale, ticket_type_id: null, payment: 'free', price_satang: 0 }],
  })
  const { ticket_number } = sold.json().results[0].ticket
  const scan = scanOf(ticket_number, { let_in: true })
  await send([scan])

  const first = await undo(sale.scan_id)
  const second = await undo(scan.scan_id)

  expect(first.json()).toMatchObject({ checked_in: 1, held: 1, ticket: { status: 'USED' } })
  expect(second.json()).toMatchObject({ checked_in: 0, held: 0, ticket: { status: 'CANCELLED' } })
})

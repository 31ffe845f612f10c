import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ScanResult } from '#contract/tickets/door.ts'
import { startDoor } from '#server/testing/door.ts'

const isCheckedIn = ({ verdict }: ScanResult) => verdict === 'checked_in'

test('twenty phones scan one ticket at once and one checks its holder in', async () => {
  const { as, event, addHolder, addLink, addServer, scanOf, send } = await startDoor()
  const doors = [as(event.owner), (await addServer()).as(event.owner), (await addLink()).door]

  // The first of them also opens every connection that the later ones race on.
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

test('a scan that is sent again answers the same and changes nothing', async () => {
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

test('the number of a scan means nothing for another ticket', async () => {
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

test('the number of a scan means nothing at the door of another event', async () => {
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

test('a hundred scans are decided in their order, whatever stands among them', async () => {
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

test('no scan and more than a hundred are refused', async () => {
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

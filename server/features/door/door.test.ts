import { verifyAsync } from '@noble/ed25519'
import { expect, test } from 'vitest'
import { signedText } from '#contract/tickets/ticket-code.ts'
import { startDoor } from '#server/testing/door.ts'

const minute = 60_000

test('a door shows its event, every ticket with its status, and the count of people inside', async () => {
  const { as, event, addHolder, show } = await startDoor({ event_name: 'Loy Krathong Night' })
  const [used, active, cancelled] = [await addHolder(), await addHolder(), await addHolder()]
  await show(used.code)
  await as(cancelled.person).delete(`/api/tickets/${cancelled.ticket.id}/cancel`)

  const door = (await as(event.owner).get(`/api/events/${event.id}/door`)).json()

  expect(door).toMatchObject({ event_id: event.id, event_name: 'Loy Krathong Night', is_called_off: false })
  expect(door).toMatchObject({ checked_in: 1, held: 2 })
  const statuses = door.tickets.map((ticket: { ticket_number: string; status: string }) => [
    ticket.ticket_number,
    ticket.status,
  ])
  expect(new Map(statuses)).toEqual(
    new Map([
      [used.ticket.ticket_number, 'USED'],
      [active.ticket.ticket_number, 'ACTIVE'],
      [cancelled.ticket.ticket_number, 'CANCELLED'],
    ]),
  )
})

test("the door's public key verifies a ticket's signature", async () => {
  const { as, event, addHolder } = await startDoor()
  const { ticket } = await addHolder()
  const { public_key } = (await as(event.owner).get(`/api/events/${event.id}/door`)).json()
  const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
  const isOurs = (text: string) =>
    verifyAsync(bytes(ticket.signature), new TextEncoder().encode(text), bytes(public_key))

  expect(await isOurs(signedText(ticket))).toBe(true)
  expect(await isOurs(signedText({ ...ticket, ticket_number: 'AAAA-AAAA' }))).toBe(false)
})

test('with a cursor a door shows only what changed since', async () => {
  const { as, event, addHolder, addUser, scanOf, send, undo, clock } = await startDoor()
  const [used, undone, cancelled, same] = await Promise.all([addHolder(), addHolder(), addHolder(), addHolder()])
  const scan = scanOf(undone.code)
  await send([scan])
  clock.now = new Date(clock.now.getTime() + 3 * minute)
  const { cursor } = (await as(event.owner).get(`/api/events/${event.id}/door`)).json()
  clock.now = new Date(clock.now.getTime() + 3 * minute)
  const since = async () => {
    const { tickets } = (await as(event.owner).get(`/api/events/${event.id}/door?since=${cursor}`)).json()
    return tickets.map((ticket: { ticket_number: string }) => ticket.ticket_number).sort()
  }
  expect(await since()).toEqual([])

  await send([scanOf(used.code)])
  await undo(scan.scan_id)
  await as(cancelled.person).delete(`/api/tickets/${cancelled.ticket.id}/cancel`)
  const { ticket_number } = (await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)).json()

  const changed = [used, undone, cancelled].map(({ ticket }) => ticket.ticket_number)
  expect(await since()).toEqual([...changed, ticket_number].sort())

  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)
  expect(await since()).toEqual([...changed, ticket_number, same.ticket.ticket_number].sort())
})

test('a cursor is old enough to include changes that are still being written', async () => {
  const { as, event, clock } = await startDoor()

  const { cursor } = (await as(event.owner).get(`/api/events/${event.id}/door`)).json()

  expect(clock.now.getTime() - Date.parse(cursor)).toBeGreaterThanOrEqual(10_000)
  expect((await as(event.owner).get(`/api/events/${event.id}/door?since=yesterday`)).statusCode).toBe(422)
})

test('the door of an event that was called off says so', async () => {
  const { as, event, addHolder, addLink } = await startDoor()
  await addHolder()
  const { door } = await addLink()
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect((await door.get(`/api/events/${event.id}/door`)).json()).toMatchObject({
    is_called_off: true,
    held: 0,
    tickets: [{ status: 'CANCELLED' }],
  })
})

test('a guest let in by two offline phones is a double entry, with both times and phones', async () => {
  const { as, event, addHolder, scanOf, send, clock } = await startDoor()
  const { ticket, code } = await addHolder()
  const at = (minutes: number) => new Date(clock.now.getTime() - minutes * minute).toISOString()
  const list = async () => (await as(event.owner).get(`/api/events/${event.id}/double-entries`)).json()
  const [east, west] = [
    scanOf(code, { let_in: true, scanned_at: at(5) }),
    scanOf(code, { let_in: true, scanned_at: at(3) }),
  ]

  await send([east], undefined, 'East gate')
  expect(await list()).toEqual([])
  const { results } = await send([west], undefined, 'West gate')
  await send([scanOf(code)], undefined, 'West gate')
  await send([west], undefined, 'West gate')

  expect(results[0].verdict).toBe('already_used')
  expect(await list()).toEqual([
    {
      scan_id: west.scan_id,
      ticket_number: ticket.ticket_number,
      fullname: ticket.fullname,
      verdict: 'already_used',
      first: { at: at(5), device: 'East gate' },
      again: { at: at(3), device: 'West gate' },
    },
  ])
})

test('a cancelled ticket that an offline phone let in is a double entry without a first entry', async () => {
  const { as, event, addHolder, scanOf, send } = await startDoor()
  const { person, ticket, code } = await addHolder()
  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)

  await send([scanOf(code, { let_in: true })])

  expect((await as(event.owner).get(`/api/events/${event.id}/double-entries`)).json()).toMatchObject([
    { ticket_number: ticket.ticket_number, verdict: 'cancelled', first: null },
  ])
})

test('a scan that is sent again can report that the phone let the holder in since', async () => {
  const { as, event, addHolder, scanOf, send, show } = await startDoor()
  const { code } = await addHolder()
  await show(code)
  const lost = scanOf(code)
  await send([lost], undefined, 'West gate')

  const { results } = await send([{ ...lost, let_in: true }], undefined, 'West gate')

  expect(results[0].verdict).toBe('already_used')
  expect((await as(event.owner).get(`/api/events/${event.id}/double-entries`)).json()).toMatchObject([
    { scan_id: lost.scan_id, verdict: 'already_used', again: { device: 'West gate' } },
  ])
})

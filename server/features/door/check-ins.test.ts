import { expect, test } from 'vitest'
import { qrCodeOf, startDoor } from '#server/testing/door.ts'

const day = 24 * 3_600_000

test('a ticket checks its holder in once, by its QR code or by its number', async () => {
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

test('a typed number may be in small letters, without its dash, with spaces and with U for V', async () => {
  const { addHolder, show, db } = await startDoor()
  const typed = [' v7pm 3qxa', 'V7PM3QXA', 'u7pm–3qxa', 'v๗pm-3qxa']

  for (const text of typed) {
    const { ticket } = await addHolder()
    await db.pool.query("UPDATE tickets SET ticket_number = 'taken-' || id WHERE ticket_number = 'V7PM-3QXA'")
    await db.pool.query("UPDATE tickets SET ticket_number = 'V7PM-3QXA' WHERE id = $1", [ticket.id])

    expect([text, (await show(text)).verdict]).toEqual([text, 'checked_in'])
  }
})

test('a cancelled ticket checks nobody in, and the one of a new application does', async () => {
  const { as, event, addHolder, show } = await startDoor()
  const { person, ticket, code } = await addHolder()
  await as(person).delete(`/api/tickets/${ticket.id}/cancel`)
  const again = (await as(person).post(`/api/tickets/event/${event.id}/register`)).json()
  const signed = (await as(person).get(`/api/tickets/${again.id}`)).json()

  expect(await show(code)).toMatchObject({ verdict: 'cancelled', ticket: { status: 'CANCELLED', used_at: null } })
  expect((await show(qrCodeOf(signed))).verdict).toBe('checked_in')
})

test('a ticket of an event that is called off checks nobody in', async () => {
  const { as, event, addHolder, show } = await startDoor()
  const { code } = await addHolder()
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  expect((await show(code)).verdict).toBe('cancelled')
})

test('a code counts as ours only with the signature of exactly this ticket', async () => {
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

test('what is no ticket of ours is unknown', async () => {
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

test("a ticket of another event is told apart, but the number of another organizer's says nothing", async () => {
  const { event, addEvent, addHolder, show } = await startDoor()
  const sameOwner = await addHolder((await addEvent({}, event.owner)).id)
  const otherOwner = await addHolder((await addEvent()).id)
  const wrong = { verdict: 'wrong_event', ticket: null }

  expect(await show(sameOwner.code)).toMatchObject(wrong)
  expect(await show(sameOwner.ticket.ticket_number)).toMatchObject(wrong)
  expect(await show(otherOwner.code)).toMatchObject(wrong)
  expect(await show(otherOwner.ticket.ticket_number)).toMatchObject({ verdict: 'unknown', ticket: null })
})

test('a ticket that was never used expires with its event, by the time of the scan', async () => {
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

test('a phone whose clock is ahead does not write the future', async () => {
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

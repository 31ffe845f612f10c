import { randomUUID } from 'node:crypto'
import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import type { Scan } from '#contract/tickets/door.ts'
import type { SignedTicket } from '#contract/tickets/tickets.ts'
import { type Caller, type Person, startApp } from './app.ts'

/** The app with an event, and makers for its guests and helpers. */
export async function startDoor(fields: Partial<EventFieldsInput> = {}) {
  const product = await startApp()
  const { as, addUser, addEvent, withDoorLink, clock } = product
  const event = await addEvent(fields)

  /** A ticket holder; `code` is the text of the QR code. */
  async function addHolder(eventId = event.id) {
    const person = await addUser()
    const { id } = (await as(person).post(`/api/tickets/event/${eventId}/register`)).json()
    const ticket: SignedTicket = (await as(person).get(`/api/tickets/${id}`)).json()
    return { person, ticket, code: qrCodeOf(ticket) }
  }

  async function addLink(name = 'Front gate') {
    const { id, secret } = (await as(event.owner).post(`/api/events/${event.id}/door-links`, { name })).json()
    return { id: id as number, secret: secret as string, door: withDoorLink(secret) }
  }

  /** A scan made now, by an online phone. */
  function scanOf(code: string, given: Partial<Scan> = {}): Scan {
    return { scan_id: randomUUID(), code, scanned_at: clock.now.toISOString(), let_in: false, ...given }
  }

  /** Sends scans from one phone and returns the results. */
  async function send(scans: Scan[], from: Caller = as(event.owner), device = 'Gate 1') {
    const reply = await from.post(`/api/events/${event.id}/check-ins`, { device, scans })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json()
  }

  /** Scans one ticket and returns the result. */
  async function show(code: string, given: Partial<Scan> = {}) {
    return (await send([scanOf(code, given)])).results[0]
  }

  function undo(scanId: string, from: Caller = as(event.owner)) {
    return from.delete(`/api/events/${event.id}/check-ins/${scanId}`)
  }

  /** Calls as the owner after a new login, because moving the clock expires the first token. */
  async function ownerLater(): Promise<Caller> {
    return as(await signInAgain(product, event.owner))
  }

  return { ...product, event, addHolder, addLink, scanOf, send, show, undo, ownerLater }
}

async function signInAgain({ visitor }: Awaited<ReturnType<typeof startApp>>, person: Person): Promise<Person> {
  const { access } = (await visitor.post('/api/token/refresh', { refresh: person.refresh })).json()
  return { ...person, access }
}

/** The text of a ticket's QR code. */
export function qrCodeOf({ ticket_id, event_id, ticket_number, fullname, signature }: SignedTicket): string {
  const forPeople = { event_name: '', fullname, profile_picture: '', register_date: '', status: 'Active' }
  return JSON.stringify({ ticket_id, event_id, ticket_number, ...forPeople, signature })
}

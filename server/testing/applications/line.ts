import type { EventDraftInput } from '#contract/events/event-draft.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { type Person, startApp } from '#server/testing/app.ts'

type Product = Awaited<ReturnType<typeof startApp>>

export const registerUrl = (eventId: number) => `/api/tickets/event/${eventId}/register`

/** Sent by whoever stands in line where no seat is free. */
export const wait = { wait: true }

/** The times of an event that begins ten minutes after the tests' clock and ends thirteen after it, open until just before:
 *  what a login lives to see. */
export const soon = {
  start_date_register: '2026-11-21T02:00:00.000Z',
  end_date_register: '2026-11-21T03:12:00.000Z',
  start_date_event: '2026-11-21T03:10:00.000Z',
  end_date_event: '2026-11-21T03:13:00.000Z',
}

interface Stage {
  seats?: number | null
  waiting?: number
  event?: Partial<EventDraftInput>
  /** What each answers to the event's questions, by their place. */
  answers?: (place: number) => object
}

/** An event whose seats are all taken by `holders`, and the `line` behind them; `on` is where the people are made. */
export async function startLine({ seats = 1, waiting = 2, event: given = {}, answers }: Stage = {}, on?: Product) {
  const product = on ?? (await startApp())
  const { as, addUser, addEvent } = product
  const event = await addEvent({ max_attendee: seats, ...given })
  const url = registerUrl(event.id)
  const holders: Person[] = []
  const line: Person[] = []
  for (let place = 0; place < (seats ?? 0) + waiting; place++) {
    const person = await addUser()
    await as(person).post(url, { ...wait, ...(answers && { answers: answers(place) }) })
    ;(holders.length < (seats ?? 0) ? holders : line).push(person)
  }

  /** The last application of a person. */
  async function ticketOf(person: Person | undefined): Promise<Ticket> {
    if (person === undefined) throw new Error('there is no such person')
    return (await as(person).get(`/api/tickets/user/${person.id}`)).json()[0]
  }

  const states = (people: Person[]) =>
    Promise.all(
      people.map(async (person) => {
        const { status, position } = await ticketOf(person)
        return position === null ? status : `${status} ${position}`
      }),
    )
  const decide = async (action: 'approve' | 'refuse' | 'paid', people: Person[], more: object = {}) => {
    const applications = await Promise.all(people.map(async (person) => (await ticketOf(person)).id))
    return as(event.owner).post(`/api/events/${event.id}/applications/${action}`, { applications, ...more })
  }

  return {
    ...product,
    event,
    url,
    holders,
    line,
    ticketOf,
    /** What has become of each: a state, with the place of those who wait. */
    states,
    /** Makes one of the owner's decisions about people's last applications. */
    decide,
    owner: as(event.owner),
    leave: async (person: Person | undefined) => {
      const { id } = await ticketOf(person)
      return as(person as Person).delete(`/api/tickets/${id}/cancel`)
    },
    seen: async () => (await as(event.owner).get(`/api/events/${event.id}`)).json(),
    edit: (change: object) => as(event.owner).patch(`/api/events/${event.id}/edit`, change),
    /** Lets so many milliseconds pass. */
    pass: (milliseconds: number) => {
      product.clock.now = new Date(product.clock.now.getTime() + milliseconds)
    },
  }
}

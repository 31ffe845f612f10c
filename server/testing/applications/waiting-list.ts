import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { type Person, startApp } from '#server/testing/app.ts'

type Product = Awaited<ReturnType<typeof startApp>>

export const registerUrl = (eventId: number) => `/api/tickets/event/${eventId}/register`

/** Request body: join the waiting list if no seat is free. */
export const wait = { wait: true }

/** An event from ten to thirteen minutes after the test clock, so that tokens are still valid; registration ends just before. */
export const soon = {
  start_date_register: '2026-11-21T02:00:00.000Z',
  end_date_register: '2026-11-21T03:12:00.000Z',
  start_date_event: '2026-11-21T03:10:00.000Z',
  end_date_event: '2026-11-21T03:13:00.000Z',
}

interface Stage {
  seats?: number | null
  waiting?: number
  event?: Partial<EventFieldsInput>
  /** Each person's answers to the event's questions, by index. */
  answers?: (place: number) => object
}

/** A full event with ticket `holders`, and the `line` on its waiting list; `on` is the app. */
export async function startWaitingList(
  { seats = 1, waiting = 2, event: given = {}, answers }: Stage = {},
  on?: Product,
) {
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
    /** Each person's state, with the place on the waiting list. */
    states,
    /** Decides about people's last applications as the owner. */
    decide,
    owner: as(event.owner),
    leave: async (person: Person | undefined) => {
      const { id } = await ticketOf(person)
      return as(person as Person).delete(`/api/tickets/${id}/cancel`)
    },
    seen: async () => (await as(event.owner).get(`/api/events/${event.id}`)).json(),
    edit: (change: object) => as(event.owner).patch(`/api/events/${event.id}/edit`, change),
    /** Moves the clock by milliseconds. */
    pass: (milliseconds: number) => {
      product.clock.now = new Date(product.clock.now.getTime() + milliseconds)
    },
  }
}

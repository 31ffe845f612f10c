import { expect, test } from 'vitest'
import { applyRefusal, unapplyRefusal } from '#contract/events/applying.ts'
import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { type Person, startApp } from '#server/testing/app.ts'

type Started = Awaited<ReturnType<typeof startApp>>
type Event = { id: number; owner: Person }

/** A situation: an event, a person, and what has happened since the event was published. */
interface Situation {
  event?: (inHours: (hours: number) => string) => Partial<EventFieldsInput>
  /** The viewer who presses the button; a person of 36 from example.com by default. */
  person?: (started: Started, event: Event) => Promise<Person>
  since?: (started: Started, event: Event, person: Person) => Promise<unknown>
}

const apply = (eventId: number) => `/api/tickets/event/${eventId}/register`
const applied: NonNullable<Situation['since']> = ({ as }, { id }, person) => as(person).post(apply(id))
const calledOff: NonNullable<Situation['since']> = async (started, event, person) => {
  await applied(started, event, person)
  await started.as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)
}
const set =
  (columns: string) =>
  ({ db }: Started) =>
    db.pool.query(`UPDATE events SET ${columns}`)
const over = `
  start_date_register = '2026-11-01', end_date_register = '2026-11-02', start_date_event = '2026-11-03',
  end_date_event = '2026-11-04'`
const used = ({ db }: Started) => db.pool.query(`UPDATE tickets SET status = 'USED'`)

const situations: Record<string, [expected: string | null, situation: Situation]> = {
  'an event that is open': [null, {}],
  'an event of one’s own': ['own_event', { person: async (_, { owner }) => owner }],
  'an event of one’s own that is called off': [
    'own_event',
    {
      person: async (_, { owner }) => owner,
      since: async (started, event) => calledOff(started, event, await started.addUser()),
    },
  ],
  'an event that is called off': ['event_called_off', { since: calledOff }],
  'an event that is over': [
    'event_over',
    {
      since: set(over),
    },
  ],
  'an event that was deleted when it was over': [
    'event_over',
    {
      since: async (started, event, person) => {
        await applied(started, event, person)
        await set(over)(started)
        await started.as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)
      },
    },
  ],
  'an organizer who blocks one': [
    'blocked_by_organizer',
    {
      since: ({ db }, { owner }, person) =>
        db.pool.query('INSERT INTO blocks (owner_id, user_id, created_at) VALUES ($1, $2, now())', [
          owner.id,
          person.id,
        ]),
    },
  ],
  'a registration that has not opened': [
    'registration_not_open',
    { event: (inHours) => ({ start_date_register: inHours(1) }) },
  ],
  'a registration that has not opened, and one is too young': [
    'registration_not_open',
    { event: (inHours) => ({ start_date_register: inHours(1), min_age_requirement: 60 }) },
  ],
  'a registration that is closed': [
    'registration_closed',
    { event: (inHours) => ({ start_date_register: inHours(-2), end_date_register: inHours(-1) }) },
  ],
  'an email of an allowed domain': [
    null,
    {
      event: () => ({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' }),
      person: ({ addUser }) => addUser({ email: 'student@KU.th' }),
    },
  ],
  'a ticket, and an email of a domain that is no longer allowed': [
    'email_domain_not_allowed',
    {
      event: () => ({ visibility: 'PRIVATE', allowed_email_domains: 'example.com' }),
      since: async (started, event, person) => {
        await applied(started, event, person)
        await set(`allowed_email_domains = 'chula.ac.th'`)(started)
      },
    },
  ],
  'the minimum age on the day of the event': [
    null,
    { event: () => ({ min_age_requirement: 20 }), person: ({ addUser }) => addUser({ birth_date: '2006-11-28' }) },
  ],
  'a day less than the minimum age': [
    'too_young',
    { event: () => ({ min_age_requirement: 20 }), person: ({ addUser }) => addUser({ birth_date: '2006-11-29' }) },
  ],
  'a minimum age, and no birth date': [
    'birth_date_missing',
    {
      event: () => ({ min_age_requirement: 20 }),
      since: ({ db }, _, { id }) => db.pool.query('UPDATE users SET birth_date = NULL WHERE id = $1', [id]),
    },
  ],
  'a ticket that one holds': ['already_applied', { since: applied }],
  'a ticket that one has used': [
    'already_applied',
    {
      since: async (started, event, person) => {
        await applied(started, event, person)
        await used(started)
      },
    },
  ],
  'an event that is full': [
    'event_full',
    {
      event: () => ({ max_attendee: 1 }),
      since: async (started, event) => applied(started, event, await started.addUser()),
    },
  ],
}

async function bringAbout({ event: given, person: who, since }: Situation) {
  const started = await startApp()
  const inHours = (hours: number) => new Date(started.clock.now.getTime() + hours * 3_600_000).toISOString()
  const event = await started.addEvent(given?.(inHours))
  const person = await (who ?? (({ addUser }) => addUser()))(started, event)
  await since?.(started, event, person)
  const seen: EventDetail = (await started.as(person).get(`/api/events/${event.id}`)).json()
  return { ...started, event, person, seen }
}

test.each(Object.entries(situations))(
  '%s: the page shows the refusal that applying gets',
  async (_, [expected, situation]) => {
    const { as, clock, event, person, seen } = await bringAbout(situation)

    const told = applyRefusal(seen.standing, seen, clock.now.getTime())
    const reply = await as(person).post(apply(event.id))

    expect(told).toBe(expected)
    expect(reply.statusCode === 201 ? null : reply.json().code).toBe(expected)
  },
)

const held: Record<string, [expected: string | null, since: NonNullable<Situation['since']>]> = {
  'a ticket for an event to come': [null, applied],
  'a ticket that is used': [
    'ticket_not_active',
    async (started, event, person) => {
      await applied(started, event, person)
      await used(started)
    },
  ],
  'a ticket for an event that has started': [
    'event_started',
    async (started, event, person) => {
      await applied(started, event, person)
      await set(`start_date_event = '2026-11-21'`)(started)
    },
  ],
  'a ticket for an event that is over': [
    'event_over',
    async (started, event, person) => {
      await applied(started, event, person)
      await set(over)(started)
    },
  ],
}

test.each(Object.entries(held))('%s: the page shows the refusal that cancelling gets', async (_, [expected, since]) => {
  const { as, clock, person, seen } = await bringAbout({ since })
  const [ticket] = (await as(person).get(`/api/tickets/user/${person.id}`)).json()

  const told = unapplyRefusal(seen.standing.ticket ?? 'CANCELLED', seen, clock.now.getTime())
  const reply = await as(person).delete(`/api/tickets/${ticket.id}/cancel`)

  expect(told).toBe(expected)
  expect(reply.statusCode === 200 ? null : reply.json().code).toBe(expected)
})

test('a visitor learns nothing about people, nor one person about another', async () => {
  const { as, visitor, addUser, event, person } = await bringAbout({ since: applied })
  const ofVisitor = (await visitor.get(`/api/events/${event.id}`)).json().standing
  const ofOther = (await as(await addUser()).get(`/api/events/${event.id}`)).json().standing
  const ofHolder = (await as(person).get(`/api/events/${event.id}`)).json().standing

  expect([ofVisitor.ticket, ofOther.ticket, ofHolder.ticket]).toEqual([null, null, 'ACTIVE'])
  expect(ofVisitor).toEqual(ofOther)
})

test('an unverified email counts for no domain, on the page and when applying', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ruam@example.com' }
  const { as, db, addUser, addEvent } = await startApp(env)
  const event = await addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })
  const person = await addUser({ email: 'student@ku.th' })
  await db.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.id])
  await as(person).post(apply(event.id))
  await db.pool.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.id])

  const { standing } = (await as(person).get(`/api/events/${event.id}`)).json()

  expect(standing).toMatchObject({ is_from_domain: false, ticket: 'ACTIVE' })
  expect((await as(person).post(apply(event.id))).json().code).toBe('email_domain_not_allowed')
})

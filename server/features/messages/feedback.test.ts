import { expect, test } from 'vitest'
import type { Figure } from '#contract/tickets/overview.ts'
import { start } from '#server/features/accounts/sessions.service.ts'
import type { Person } from '#server/testing/app.ts'
import { eventually, startWithMail } from '#server/testing/mail-server.ts'
import { feedbackLinkOf } from './feedback.service.ts'

const hour = 3_600_000

/** An event in Bangkok that ended at 16:00 some hours ago, with people who came, and one who did not. */
async function startAfterEvent() {
  const started = await startWithMail()
  const { as, db, clock, mail, ctx, visitor, addHolder, addEvent, app } = started
  const event = await addEvent({
    start_date_event: '2026-11-28T07:00:00.000Z',
    end_date_event: '2026-11-28T09:00:00.000Z',
    end_date_register: '2026-11-28T07:00:00.000Z',
  })
  const apply = async (person: Person): Promise<number> =>
    (await as(person).post(`/api/tickets/event/${event.id}/register`)).json().id
  const came = async () => {
    const person = await addHolder()
    const ticket = await apply(person)
    await db.pool.query(`UPDATE tickets SET status = 'USED', used_at = now() WHERE id = $1`, [ticket])
    return { ...person, ticket, email: `${person.username}@example.com` }
  }
  const asked = () =>
    mail.mails
      .filter(({ subject }) => subject === `How was ${event.event_name}?`)
      .map(({ to }) => to?.[0]?.address)
      .sort()
  /** Tests move the clock further than a session lasts. */
  const again = async (person: Person) => as({ ...person, ...(await start(ctx, person.id, undefined)) })
  const figures = async (): Promise<Figure[]> =>
    (await (await again(event.owner)).get(`/api/events/${event.id}/overview`)).json().figures
  const url = (ticket: number) => `/api/feedback/${feedbackLinkOf(ctx.tokenSecret, ticket)}`
  const answer = (ticket: number, payload: object) => app.inject({ method: 'PUT', url: url(ticket), payload })
  const dayAfter = () => {
    clock.now = new Date('2026-11-29T03:00:00.000Z')
  }
  return { ...started, visitor, event, apply, came, asked, again, figures, url, answer, dayAfter }
}

test('people who were checked in are asked once, at 10 AM on the day after', async () => {
  const { db, clock, mail, allSent, addHolder, apply, came, asked, dayAfter, again } = await startAfterEvent()
  const [one, off] = [await came(), await came()]
  await apply(await addHolder())
  await (await again(off)).patch(`/api/users/edit-profile/${off.id}`, { gets_messages: false })

  clock.now = new Date('2026-11-29T02:59:00.000Z')
  await allSent()
  expect(asked()).toEqual([])
  dayAfter()
  await eventually(() => expect(asked()).toEqual([one.email]))
  clock.now = new Date(clock.now.getTime() + 24 * hour)
  await allSent()

  expect(asked()).toEqual([one.email])
  expect((await db.pool.query('SELECT FROM event_feedback')).rowCount).toBe(0)
  const got = mail.mails.find(({ subject }) => subject?.startsWith('How was'))
  expect(got?.text).toMatch(/5 Great: https:\/\/ruam\.example\/how-was-it\/[\w-]+\?stars=5/)
  expect(got?.text).toContain('Stop messages from organizers')
})

test.for([
  { what: 'that was called off', now: '2026-11-29T03:00:00.000Z', calledOff: true },
  { what: 'that ended days before the server came back', now: '2026-12-03T03:00:00.000Z', calledOff: false },
])('nobody is asked about an event $what', async ({ now, calledOff }) => {
  const { clock, event, came, asked, allSent, again } = await startAfterEvent()
  await came()
  if (calledOff) await (await again(event.owner)).delete(`/api/organizers/delete-event/${event.id}`)

  clock.now = new Date(now)
  await allSent()
  expect(asked()).toEqual([])
})

test('an answer replaces the one before, a sentence stays until it is changed, and reading writes nothing', async () => {
  const { db, app, event, url, answer, came } = await startAfterEvent()
  const { ticket } = await came()

  const before = (await app.inject({ url: url(ticket) })).json()
  expect((await db.pool.query('SELECT FROM event_feedback')).rowCount).toBe(0)
  await answer(ticket, { stars: 4, sentence: 'The food was cold.' })
  const changed = (await answer(ticket, { stars: 2 })).json()
  const emptied = (await answer(ticket, { stars: 2, sentence: '' })).json()

  expect(before).toMatchObject({ event_name: event.event_name, stars: null, sentence: '' })
  expect(changed).toMatchObject({ stars: 2, sentence: 'The food was cold.' })
  expect(emptied.sentence).toBe('')
  expect((await answer(ticket, { stars: 6 })).statusCode).toBe(422)
  expect((await answer(ticket, { stars: 1, sentence: 'x'.repeat(501) })).statusCode).toBe(422)
})

test('a link is only for somebody who was checked in, and cannot be made up', async () => {
  const { app, url, answer, addHolder, apply, came } = await startAfterEvent()
  const absent = await apply(await addHolder())
  const { ticket } = await came()

  for (const address of [url(absent), url(ticket).replace(`/${ticket}-`, `/${absent}-`), '/api/feedback/1-x']) {
    const reply = await app.inject({ url: address })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'feedback_link_invalid'])
  }
  expect((await answer(absent, { stars: 1 })).statusCode).toBe(404)
})

test('the organizer reads the attendance, the average, and the sentences without names', async () => {
  const { answer, addHolder, apply, came, figures, dayAfter } = await startAfterEvent()
  const [one, other] = [await came(), await came()]
  await apply(await addHolder())
  expect((await figures()).map(({ name }) => name)).not.toContain('attendance')
  dayAfter()
  const unanswered = (await figures()).find(({ name }) => name === 'feedback')

  await answer(one.ticket, { stars: 5, sentence: 'What a night!' })
  await answer(other.ticket, { stars: 2 })
  const [attendance, feedback, sentences] = await figures()

  expect(unanswered?.summary).toContain('Nobody has answered yet.')
  expect(attendance?.rows).toEqual([
    ['Came', 2],
    ['Did not come', 1],
  ])
  expect(attendance?.summary).toContain('2 of 3 ticket holders came (67 %).')
  expect(feedback?.summary).toBe('3.5 of 5 on average, from 2 answers.')
  expect(feedback?.rows[0]).toEqual(['5 Great', 1])
  expect(sentences).toMatchObject({ name: 'sentences', rows: [['What a night!']] })
  expect(JSON.stringify([feedback, sentences])).not.toContain(one.username)
})

test('the page shows the newest fifty sentences, and says how many there are', async () => {
  const { db, event, figures, came, answer, dayAfter } = await startAfterEvent()
  const { ticket } = await came()
  dayAfter()
  await answer(ticket, { stars: 3 })
  await db.pool.query(
    `WITH people AS (
       INSERT INTO users (username, email) SELECT 'many' || n, 'many' || n || '@example.com' FROM generate_series(1, 60) n
       RETURNING id)
     INSERT INTO event_feedback (event_id, user_id, stars, sentence, changed_at)
     SELECT $1, id, 4, 'Great!', now() FROM people`,
    [event.id],
  )

  const sentences = (await figures()).find(({ name }) => name === 'sentences')

  expect(sentences?.rows).toHaveLength(50)
  expect(sentences?.summary).toBe('60 answers. The newest 50 are shown.')
})

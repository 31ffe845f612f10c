import { expect, test } from 'vitest'
import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import type { Applicant } from '#contract/tickets/applicants.ts'
import { collectUnpaid } from '#server/features/tickets/waiting-list/deadlines.service.ts'
import { type Person, password, startApp } from '#server/testing/app.ts'
import { registerUrl, soon, startWaitingList, wait } from '#server/testing/applications/waiting-list.ts'

const meal = { id: 'meal', kind: 'one_of', text: 'Which meal?', required: true, choices: ['ปกติ', 'เจ'] } as const
const note = { id: 'note', kind: 'long', text: 'Anything else?' } as const
const asked = [meal, note]
const answers = { meal: 'เจ', note: 'ไม่ใส่ถั่ว' }
const given = [
  { question_id: 'meal', kind: 'one_of', question: 'Which meal?', answer: 'เจ' },
  { question_id: 'note', kind: 'long', question: 'Anything else?', answer: 'ไม่ใส่ถั่ว' },
]

async function startAsking(fields: Partial<EventFieldsInput> = {}) {
  const product = await startApp()
  const { as, addUser, addEvent } = product
  const event = await addEvent({ questions: asked, ...fields })
  const person = await addUser()
  const apply = (body?: object, by = person) => as(by).post(registerUrl(event.id), body)
  const edit = (change: object) => as(event.owner).patch(`/api/events/${event.id}/edit`, change)
  const seen = async (by = person) => (await as(by).get(`/api/events/${event.id}`)).json()
  const listed = async () => (await as(event.owner).get(`/api/events/${event.id}/attendee-list`)).json()
  const table = async () => {
    const { body } = await as(event.owner).get(`/api/events/${event.id}/attendee-list.csv`)
    return body.trim().split('\r\n')
  }
  /** Applies with `answers`; `change` sends others, `read` reads the ticket. */
  async function applied() {
    const { id } = (await apply({ answers })).json()
    const url = `/api/tickets/${id}`
    return {
      url,
      change: (body: object, by = person) => as(by).patch(`${url}/answers`, { answers: body }),
      read: async (by = person) => (await as(by).get(url)).json(),
    }
  }
  return { ...product, event, person, apply, edit, seen, listed, table, applied }
}

test('an event’s questions are on its page, not on cards', async () => {
  const { visitor, event, seen } = await startAsking()

  expect((await seen()).questions).toEqual([meal, { ...note, required: false, choices: [] }])
  expect((await visitor.get(`/api/events/${event.id}/card`)).json()).not.toHaveProperty('questions')
})

test('questions may come as a form sends them, and a change without them leaves them', async () => {
  const { edit, seen } = await startAsking()

  expect((await edit({ description: 'By night.' })).statusCode).toBe(200)
  expect((await seen()).questions).toHaveLength(2)
  expect((await edit({ questions: JSON.stringify([note]) })).statusCode).toBe(200)
  expect((await seen()).questions).toMatchObject([note])
  expect((await edit({ questions: '[{"kind":"short"}]' })).json().detail).toMatchObject([
    { loc: ['body', 'questions', '0', 'text'] },
  ])
  expect((await edit({ questions: '' })).json().questions).toEqual([])
})

test('answers come with the application, and its applicant and the organizer read them', async () => {
  const { listed, table, applied, event } = await startAsking()

  const ticket = await applied()

  expect((await ticket.read()).answers).toEqual({
    given,
    questions: [meal, { ...note, required: false, choices: [] }],
    change_until: expect.stringMatching(/Z$/),
  })
  expect((await ticket.read(event.owner)).answers).toMatchObject({ given, change_until: null })
  expect(await listed()).toMatchObject([{ answers: given }])
  expect((await table()).map((line) => line.split(',').slice(-2).join())).toEqual([
    'Which meal?,Anything else?',
    'เจ,ไม่ใส่ถั่ว',
  ])
})

test.each<[string, unknown, string, string]>([
  ['nothing', undefined, 'meal', 'missing'],
  ['a choice that is not offered', { meal: 'vegan' }, 'meal', 'wrong_choice'],
  ['an answer of another kind', { meal: ['เจ'] }, 'meal', 'wrong_kind'],
  ['a text that is too long', { meal: 'เจ', note: 'a'.repeat(2_001) }, 'note', 'too_big'],
  ['an answer to a question that there is not', { meal: 'เจ', drink: 'tea' }, 'drink', 'unknown_question'],
])('answering with %s does not apply, and names the invalid answer', async (_, body, id, type) => {
  const { apply, seen } = await startAsking({ max_attendee: 1 })

  const refused = await apply({ answers: body })

  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    code: 'answers_invalid',
    detail: [{ loc: ['body', 'answers', id], type }],
  })
  expect((await seen()).current_attendees).toBe(0)
  expect((await apply({ answers })).statusCode).toBe(201)
})

test('after a question has changed the applicant is asked again, and has no seat yet', async () => {
  const { apply, applied, edit, seen, addUser, as, person } = await startAsking()
  const { url } = await applied()
  await edit({ questions: [{ ...meal, text: 'Which meal do you not eat?' }, note] })
  const late = { answers, asked: { meal: meal.text, note: note.text } }
  const next = await addUser()

  const refused = [await apply(late, next), await as(person).patch(`${url}/answers`, late)]

  for (const reply of refused) {
    expect(reply.json()).toMatchObject({
      code: 'answers_invalid',
      detail: [{ loc: ['body', 'answers', 'meal'], type: 'question_changed' }],
    })
  }
  expect((await seen()).current_attendees).toBe(1)
  const asked = { meal: 'Which meal do you not eat?' }
  expect((await apply({ answers, asked }, next)).statusCode).toBe(201)
})

test('ten answers of the greatest length are accepted', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => `q${index}`)
  const questions = ids.map((id) => ({ id, kind: 'long' as const, text: 'ก'.repeat(200) }))
  const { apply } = await startAsking({ questions })

  const reply = await apply({ answers: Object.fromEntries(ids.map((id) => [id, 'ก'.repeat(2_000)])) })

  expect(reply.statusCode).toBe(201)
})

test('an event that asks nothing answers as if there were no questions', async () => {
  const { apply, applied, table, listed } = await startAsking({ questions: [] })

  expect((await apply({ answers: { meal: 'เจ' } })).json()).toMatchObject({ code: 'answers_invalid' })
  const reply = await apply()
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).not.toHaveProperty('answers')
  expect(await listed()).toMatchObject([{ answers: [] }])
  expect((await table())[0]).toMatch(/To pay until$/)
  expect(await (await applied()).read()).not.toHaveProperty('answers')
})

test('people on the waiting list have answered, and each of a batch has their own answers', async () => {
  const { apply, addUser, listed } = await startAsking({ max_attendee: 1 })
  const people = await Promise.all([addUser(), addUser(), addUser()])
  const words = ['one', 'two', 'three']

  const replies = await Promise.all(
    people.map((by, index) => apply({ ...wait, answers: { ...answers, note: words[index] } }, by)),
  )

  expect(replies.map((reply) => reply.json().status).sort()).toEqual(['ACTIVE', 'WAITING', 'WAITING'])
  const said = Object.fromEntries(
    (await listed()).map((one: { id: number; answers: { answer: string }[] }) => [one.id, one.answers[1]?.answer]),
  )
  expect(people.map(({ id }) => said[id])).toEqual(words)
})

test('an applicant changes their answers until registration closes', async () => {
  const { applied, clock, event, addUser, seen } = await startAsking(soon)
  const ticket = await applied()

  expect((await ticket.change({ meal: 'ปกติ' })).json().answers.given).toEqual([{ ...given[0], answer: 'ปกติ' }])
  expect((await ticket.change({ note: 'x' })).json()).toMatchObject({ code: 'answers_invalid' })
  for (const other of [event.owner, await addUser()]) {
    expect((await ticket.change({ meal: 'เจ' }, other)).json()).toMatchObject({ code: 'ticket_not_found' })
  }

  clock.now = new Date((await seen()).end_date_register)
  const late = await ticket.change({ meal: 'เจ' })
  expect(late.statusCode).toBe(409)
  expect(late.json()).toMatchObject({ code: 'registration_closed' })
  expect((await ticket.read()).answers.given).toEqual([{ ...given[0], answer: 'ปกติ' }])
})

test('a withdrawn application’s answers cannot be changed', async () => {
  const { applied, as, person } = await startAsking()
  const ticket = await applied()
  await as(person).delete(`${ticket.url}/cancel`)

  expect((await ticket.change({ meal: 'ปกติ' })).json()).toMatchObject({ code: 'ticket_not_active' })
})

test('a later change of the questions does not falsify earlier answers', async () => {
  const { applied, edit, apply, addUser, table } = await startAsking()
  const ticket = await applied()
  const size = { id: 'size', kind: 'short', text: 'Which size?', required: true }

  await edit({ questions: [size, { ...meal, text: 'Which dinner?' }] })
  await apply({ answers: { size: 'L', meal: 'ปกติ' } }, await addUser())

  expect((await ticket.read()).answers.given).toEqual(given)
  expect((await table()).map((line) => line.split(',').slice(-4).join())).toEqual([
    'Which size?,Which dinner?,Which meal?,Anything else?',
    'L,ปกติ,,',
    ',,เจ,ไม่ใส่ถั่ว',
  ])
  const changed = await ticket.change({ size: 'M', meal: 'เจ' })
  expect(
    changed.json().answers.given.map(({ question, answer }: (typeof given)[number]) => [question, answer]),
  ).toEqual([
    ['Which size?', 'M'],
    ['Which dinner?', 'เจ'],
    ['Anything else?', 'ไม่ใส่ถั่ว'],
  ])
})

test('a spreadsheet takes neither a question nor an answer for a formula', async () => {
  const { apply, table } = await startAsking({ questions: [{ id: 'a', kind: 'short', text: '=1+1' }] })
  await apply({ answers: { a: ' @SUM(A1)' } })

  expect((await table()).map((line) => line.split(',').at(-1))).toEqual(["'=1+1", "'@SUM(A1)"])
})

test('other applicants see no answers, and deleting an account deletes its own', async () => {
  const { apply, applied, as, addUser, event, person, listed, db } = await startAsking()
  await applied()
  const fellow = await addUser()
  await apply({ answers: { meal: 'ปกติ' } }, fellow)

  const fellows = await as(fellow).get(`/api/events/${event.id}/attendee-list`)
  expect(fellows.json()).toHaveLength(2)
  expect(fellows.body).not.toContain('ถั่ว')

  await as(person).post('/api/users/deletion', { current_password: password })
  expect((await listed()).map((one: { answers: object[] }) => one.answers.length).sort()).toEqual([0, 1])
  expect((await db.pool.query('SELECT FROM application_answers')).rowCount).toBe(1)
})

const anyMeal = { id: 'meal', kind: 'short', text: 'Which meal?', required: true } as const
const said = (place: number) => `Meal of number ${place}`
const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '0812345678', payment_minutes: 10 }

/** People who answer the one question that is asked when they apply. */
async function startAnswered(stage: { seats: number; waiting: number; event?: object }) {
  const event = { questions: [anyMeal], ...stage.event }
  const product = await startWaitingList({ ...stage, event, answers: (place) => ({ meal: said(place) }) })
  const { as, owner, event: asking, ticketOf } = product
  const read = async (by: Person, id: number) => (await as(by).get(`/api/tickets/${id}`)).json()
  return {
    ...product,
    read,
    /** The answers that each person sees on their last application. */
    own: (people: Person[]) =>
      Promise.all(
        people.map(async (person) => {
          const { answers } = await read(person, (await ticketOf(person)).id)
          return answers.given.map(({ answer }: { answer: string }) => answer).join()
        }),
      ),
    /** The state and the answers of each in the owner's list. */
    listed: async (people: Person[]) => {
      const all: Applicant[] = (await owner.get(`/api/events/${asking.id}/attendee-list`)).json()
      return people.map(({ id }) => {
        const found = all.find((one) => one.id === id)
        return `${found?.state}: ${found?.answers.map(({ answer }) => answer).join()}`
      })
    },
  }
}

test('answers stay from the waiting list through payment to the ticket', async () => {
  const { ctx, holders, line, own, listed, decide, pass } = await startAnswered({ seats: 1, waiting: 2, event: priced })
  const people = [...holders, ...line]

  pass(10 * 60_000)
  await collectUnpaid(ctx)
  await decide('paid', line.slice(0, 1))

  expect(await own(people)).toEqual([said(0), said(1), said(2)])
  expect(await listed(people)).toEqual([`CANCELLED: ${said(0)}`, `ACTIVE: ${said(1)}`, `WAITING: ${said(2)}`])
})

test('answers stay through approval or refusal, and may be changed during the decision', async () => {
  const event = { needs_approval: true }
  const { as, holders, own, listed, decide, ticketOf } = await startAnswered({ seats: 3, waiting: 0, event })
  const [first, second, third] = holders as [Person, Person, Person]
  const { id, status } = await ticketOf(first)

  const changed = await as(first).patch(`/api/tickets/${id}/answers`, { answers: { meal: 'Rice' } })
  await decide('approve', [first, second])
  await decide('refuse', [third])

  expect([status, changed.statusCode]).toEqual(['PENDING', 200])
  expect(await own(holders)).toEqual(['Rice', said(1), said(2)])
  expect(await listed(holders)).toEqual(['ACTIVE: Rice', `ACTIVE: ${said(1)}`, `CANCELLED: ${said(2)}`])
})

test('applying again asks for new answers; the cancelled application keeps the old ones', async () => {
  const { as, holders, leave, listed, ticketOf, read, event, url } = await startAnswered({ seats: 2, waiting: 0 })
  const [person, fellow] = holders as [Person, Person]
  const before = await ticketOf(person)
  await leave(person)

  const again = await as(person).post(url, { answers: { meal: 'Rice' } })

  expect(again.statusCode).toBe(201)
  expect(await listed([person])).toEqual(['ACTIVE: Rice'])
  for (const viewer of [person, event.owner]) {
    expect((await read(viewer, before.id)).answers.given).toMatchObject([{ answer: said(0) }])
  }
  expect(await read(fellow, before.id)).toMatchObject({ code: 'ticket_not_found' })
})

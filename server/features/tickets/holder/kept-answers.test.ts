import { expect, test } from 'vitest'
import type { Applicant } from '#contract/tickets/applicants.ts'
import { collectUnpaid } from '#server/features/tickets/line/deadlines.service.ts'
import type { Person } from '#server/testing/app.ts'
import { startLine } from '#server/testing/applications/line.ts'

const meal = { id: 'meal', kind: 'short', text: 'Which meal?', required: true } as const
const said = (place: number) => `Meal of number ${place}`
const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '0812345678', payment_minutes: 10 }

/** People who answer the one question that is asked when they apply. */
async function startAnswered(stage: { seats: number; waiting: number; event?: object }) {
  const event = { questions: [meal], ...stage.event }
  const product = await startLine({ ...stage, event, answers: (place) => ({ meal: said(place) }) })
  const { as, owner, event: asking, ticketOf } = product
  const read = async (by: Person, id: number) => (await as(by).get(`/api/tickets/${id}`)).json()
  return {
    ...product,
    read,
    /** The answers that each reads on their last application. */
    own: (people: Person[]) =>
      Promise.all(
        people.map(async (person) => {
          const { answers } = await read(person, (await ticketOf(person)).id)
          return answers.given.map(({ answer }: { answer: string }) => answer).join()
        }),
      ),
    /** What the owner's list says of each: the state and the answers. */
    listed: async (people: Person[]) => {
      const all: Applicant[] = (await owner.get(`/api/events/${asking.id}/attendee-list`)).json()
      return people.map(({ id }) => {
        const found = all.find((one) => one.id === id)
        return `${found?.state}: ${found?.answers.map(({ answer }) => answer).join()}`
      })
    },
  }
}

test('answers stay with whoever rises from the line to a seat, pays for it and holds a ticket', async () => {
  const { ctx, holders, line, own, listed, decide, pass } = await startAnswered({ seats: 1, waiting: 2, event: priced })
  const people = [...holders, ...line]

  pass(10 * 60_000)
  await collectUnpaid(ctx)
  await decide('paid', line.slice(0, 1))

  expect(await own(people)).toEqual([said(0), said(1), said(2)])
  expect(await listed(people)).toEqual([`CANCELLED: ${said(0)}`, `ACTIVE: ${said(1)}`, `WAITING: ${said(2)}`])
})

test('answers stay with whoever is approved or refused, and an answer may be changed while somebody decides', async () => {
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

test('whoever applies again answers anew, and what they answered before stays with what was cancelled', async () => {
  const { as, holders, leave, listed, ticketOf, read, event, url } = await startAnswered({ seats: 2, waiting: 0 })
  const [person, fellow] = holders as [Person, Person]
  const before = await ticketOf(person)
  await leave(person)

  const again = await as(person).post(url, { answers: { meal: 'Rice' } })

  expect(again.statusCode).toBe(201)
  expect(await listed([person])).toEqual(['ACTIVE: Rice'])
  for (const reader of [person, event.owner]) {
    expect((await read(reader, before.id)).answers.given).toMatchObject([{ answer: said(0) }])
  }
  expect(await read(fellow, before.id)).toMatchObject({ code: 'ticket_not_found' })
})

import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/tickets.ts'
import type { AppError } from '#server/lib/errors/app-error.ts'
import type { Decision } from './admission.service.ts'
import { Admission } from './queue.ts'

/** An admission whose batches end when the test says so; each user is refused as `event_full`. */
function startAdmission(atOnce: number, longestQueue: number) {
  const batches: { eventId: number; userIds: number[]; end: () => void }[] = []
  const admission = new Admission(
    {
      decide: async (together) =>
        Promise.all(
          together.map(
            ({ eventId, runs: [run] }) =>
              new Promise<Decision[][]>((resolve) => {
                const userIds = run && 'applying' in run ? run.applying.map(({ userId }) => userId) : []
                batches.push({ eventId, userIds, end: () => resolve([userIds.map(() => 'event_full')]) })
              }),
          ),
        ),
      eventsOf: async () => [],
    },
    atOnce,
    longestQueue,
  )
  const apply = (eventId: number, userId: number) => admission.apply(eventId, userId).catch((error: AppError) => error)
  return { batches, apply }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a full queue refuses with a time to try again, and accepts again once it is shorter', async () => {
  const { batches, apply } = startAdmission(1, 3)
  const first = apply(1, 100)
  await nextTurn()
  const waiting = [101, 102, 103].map((userId) => apply(1, userId))

  const sent = await apply(1, 104)
  expect(sent).toMatchObject({ code: 'busy', status: 503 })
  expect((sent as AppError).retryAfter).toBeGreaterThan(0)
  expect(await apply(2, 105)).toMatchObject({ code: 'busy' })

  batches[0]?.end()
  await first
  await nextTurn()
  const later = apply(1, 104)
  batches[1]?.end()
  await Promise.all(waiting)
  await nextTurn()
  batches[2]?.end()
  expect(await later).toMatchObject({ code: 'event_full' })
})

test('while a batch of an event is decided the next one collects, in order of arrival', async () => {
  const { batches, apply } = startAdmission(4, 100)
  const all = [apply(1, 7)]
  await nextTurn()
  all.push(apply(1, 9), apply(1, 8), apply(2, 5))
  await nextTurn()

  expect(batches.map(({ eventId, userIds }) => [eventId, userIds])).toEqual([
    [1, [7]],
    [2, [5]],
  ])
  for (const { end } of batches) end()
  await Promise.all([all[0], all[3]])
  await nextTurn()
  expect(batches[2]).toMatchObject({ eventId: 1, userIds: [9, 8] })
  batches[2]?.end()
  await Promise.all(all)
})

test('two batches are decided at a time, and another one when they take long', async () => {
  const { batches, apply } = startAdmission(3, 100)
  const all: Promise<unknown>[] = []
  for (const eventId of [1, 2, 3, 4]) {
    all.push(apply(eventId, 7))
    await nextTurn()
  }
  const decided = () => batches.map(({ eventId }) => eventId)

  expect(decided()).toEqual([1, 2])
  await expect.poll(decided).toEqual([1, 2, 3, 4])

  for (const { end } of batches) end()
  await Promise.all(all)
})

test('of one person’s calls in a batch the first that asked for it gets the place on the waiting list', async () => {
  const asked: boolean[] = []
  const admission = new Admission(
    {
      decide: async ([batch]) => {
        for (const run of batch?.runs ?? []) if ('applying' in run) asked.push(...run.applying.map(({ wait }) => wait))
        return [[[{ status: 'WAITING', position: 1 } as Ticket]]]
      },
      eventsOf: async () => [],
    },
    1,
    10,
  )
  const calls = [false, true, true].map((wait) => admission.apply(1, 7, wait))

  const answers = await Promise.allSettled(calls)

  expect(asked).toEqual([true])
  expect(answers).toMatchObject([
    { reason: { code: 'event_full' } },
    { value: { position: 1 } },
    { reason: { code: 'already_applied' } },
  ])
})

test('applications and cancellations of one event are decided in the order in which they came', async () => {
  const decided: (string | number)[][] = []
  const admission = new Admission(
    {
      decide: async ([batch]) => {
        for (const run of batch?.runs ?? []) {
          const calls =
            'leaving' in run
              ? run.leaving.map(({ ticketId }) => `ticket ${ticketId}`)
              : run.applying.map(({ userId }) => userId)
          decided.push(calls)
        }
        return [(batch?.runs ?? []).map((run) => ('leaving' in run ? [new Error('no')] : ['event_full' as const]))]
      },
      eventsOf: async (leaving) => leaving.map(() => 1),
    },
    1,
    10,
  )

  const left = [admission.leave(4, 40), admission.leave(5, 50)]
  await nextTurn()
  const applied = [admission.apply(1, 7), admission.apply(1, 8)]
  await Promise.allSettled([...left, ...applied])

  expect(decided).toEqual([
    ['ticket 4', 'ticket 5'],
    [7, 8],
  ])
})

import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

const hour = 3_600_000

test("an organizer lists and searches what is coming and what is over of their own, and nothing of others'", async () => {
  const { as, addEvent, clock } = await startApp()
  const at = (hours: number) => ({
    start_date_register: new Date(clock.now.getTime() - 100 * hour).toISOString(),
    end_date_register: new Date(clock.now.getTime() + (hours - 1) * hour).toISOString(),
    start_date_event: new Date(clock.now.getTime() + hours * hour).toISOString(),
    end_date_event: new Date(clock.now.getTime() + (hours + 2) * hour).toISOString(),
  })
  const { owner } = await addEvent({ event_name: 'River concert', ...at(48) })
  await addEvent({ event_name: 'Chess evening', visibility: 'PRIVATE', ...at(24) }, owner)
  await addEvent({ event_name: 'River walk', ...at(-24) }, owner)
  await addEvent({ event_name: 'River of others', ...at(24) })
  const names = async (query: string) => {
    const reply = await as(owner).get(`/api/events/my-events?fields=card&${query}`)
    return reply.json().map(({ event_name }: { event_name: string }) => event_name)
  }

  expect(await names('current=true&sort=soonest')).toEqual(['Chess evening', 'River concert'])
  expect(await names('status=COMPLETED&sort=latest')).toEqual(['River walk'])
  expect(await names('current=true&sort=soonest&search=river')).toEqual(['River concert'])
  expect(await names('status=COMPLETED&sort=latest&search=river')).toEqual(['River walk'])
})

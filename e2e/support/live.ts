import type { Page } from '@playwright/test'

const stream = /\/api\/events\/\d+\/live(\?|$)/
const question = /\/api\/events\/\d+\/live\/now(\?|$)/

/** Blocks live updates, for journeys about outdated pages, or that wait for all requests to end, which a stream
 *  never does. */
export async function keepOld(page: Page) {
  await page.route(stream, (route) => route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }))
  await page.route(question, (route) => route.fulfill({ status: 204 }))
}

/** Opens an event's page and waits for its live stream. */
export async function goAndFollow(page: Page, eventId: number) {
  const following = page.waitForResponse((response) => stream.test(response.url()) && response.ok())
  await page.goto(`/events/${eventId}`)
  await following
}

/** Simulates a network that lets no stream pass: streams are refused, and polling is answered. */
export function refuseStreams(page: Page) {
  return page.route(stream, (route) => route.fulfill({ status: 503 }))
}

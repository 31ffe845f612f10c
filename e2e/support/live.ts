import type { Page } from '@playwright/test'

const stream = /\/api\/events\/\d+\/live(\?|$)/
const question = /\/api\/events\/\d+\/live\/now(\?|$)/

/** Cuts the page off from live updates: for journeys about outdated pages, and for those that wait until no request
 *  is under way, which a stream always is. */
export async function keepOld(page: Page) {
  await page.route(stream, (route) => route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }))
  await page.route(question, (route) => route.fulfill({ status: 204 }))
}

/** Opens the page of an event and waits until it follows it. */
export async function goAndFollow(page: Page, eventId: number) {
  const following = page.waitForResponse((response) => stream.test(response.url()) && response.ok())
  await page.goto(`/events/${eventId}`)
  await following
}

/** Simulates a network that lets no stream pass: streams are refused, and polling is answered. */
export function refuseStreams(page: Page) {
  return page.route(stream, (route) => route.fulfill({ status: 503 }))
}

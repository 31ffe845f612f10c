import type { Page } from '@playwright/test'

const stream = /\/api\/events\/\d+\/live(\?|$)/
const question = /\/api\/events\/\d+\/live\/now(\?|$)/

/** From now on the page hears nothing of what changes: for journeys about pages that are old, and for those that wait
 *  until nothing is under way any more, which a stream always is. */
export async function keepOld(page: Page) {
  await page.route(stream, (route) => route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }))
  await page.route(question, (route) => route.fulfill({ status: 204 }))
}

/** As on a network that lets no stream pass: they are refused, and questions are answered. */
export function refuseStreams(page: Page) {
  return page.route(stream, (route) => route.fulfill({ status: 503 }))
}

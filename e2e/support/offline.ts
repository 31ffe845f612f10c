import type { Page } from '@playwright/test'
import { expect, type Makers } from './fixtures.ts'

/** A browser's messages while offline. Only API calls, the favicon, map tiles, and requests that the worker makes
 *  before it answers from its cache may fail. */
export const silence =
  /ERR_INTERNET_DISCONNECTED|503|^failed: [^ ]+\/(api\/|favicon|tiles\/|pictures\/|(virtual-)?ticket\/\d+$|my-tickets$)/

/** From now on the server receives the calls to `address`, but its answers are lost. Returns a function that
 *  restores them. */
export async function loseAnswers(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, async (route) => {
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(address)
}

/** A person with a ticket for an event with a picture. */
export async function holder(makers: Makers) {
  const [attendee, organizer] = [await makers.addAttendee(), await makers.addOrganizer()]
  const event = await makers.addEvent({}, organizer)
  await makers.addBanner(event.id, organizer)
  return { attendee, event, ticket: await makers.addTicket(event.id, attendee) }
}

/** Goes offline and clears the browser's HTTP cache, which would hide gaps in ours. */
export async function loseNetwork(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await page.context().setOffline(true)
}

/** From now on every request gets a proxy's page, as while the server restarts. */
export async function breakServer(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  const body = '<h1>503 Service Temporarily Unavailable</h1>'
  await page.context().route('**', (route) => route.fulfill({ status: 503, contentType: 'text/html', body }))
}

/** Waits until the worker serves this tab and the page is cached. */
export async function expectCached(page: Page, path: string) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  // Chromium sometimes leaves a tab without a worker.
  const isServed = () => navigator.serviceWorker.controller !== null
  await page.waitForFunction(isServed, undefined, { timeout: 5_000 }).catch(() => null)
  await expect.poll(() => page.evaluate(async (path) => Boolean(await caches.match(path)), path)).toBe(true)
}

/** Waits until a page and its event's picture are cached. */
export async function expectCachedWithPicture(page: Page, path: string) {
  await expectCached(page, path)
  const picture = page.locator('main img[src^="/pictures/"]')
  const isCached = (img: SVGElement | HTMLElement) => caches.match((img as HTMLImageElement).currentSrc).then(Boolean)
  await expect.poll(() => picture.evaluate(isCached)).toBe(true)
}

/** Waits until all code that this tab has loaded is cached. */
export async function expectCodeCached(page: Page) {
  const missing = () =>
    page.evaluate(async () => {
      const code = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      const found = await Promise.all(code.map(({ name }) => caches.match(name)))
      return code.filter((_, index) => !found[index]).map(({ name }) => name)
    })
  await expect.poll(missing).toEqual([])
}

/** Everything stored in this browser: the names of caches and the keys of values. */
export function storedBy(page: Page) {
  return page.evaluate(async () => {
    const open = indexedDB.open('kept')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const keys = open.result.transaction('values').objectStore('values').getAllKeys()
    await new Promise((resolve) => keys.addEventListener('success', resolve))
    open.result.close()
    return { caches: (await caches.keys()).sort(), values: keys.result }
  })
}

import type { Page } from '@playwright/test'
import { expect, type Makers } from './fixtures.ts'

/** What a browser says of a network that is not there; only calls of the API may fail, the tab's icon and a map's tiles. */
export const silence = /ERR_INTERNET_DISCONNECTED|503|^failed: [^ ]+\/(api\/|favicon|tiles\/)/

/** From now on the server hears the calls to `address`, and its answers get lost. Returns how to end that. */
export async function loseAnswers(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, async (route) => {
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(address)
}

export async function holder(makers: Makers) {
  const [attendee, event] = [await makers.addAttendee(), await makers.addEvent()]
  return { attendee, event, ticket: await makers.addTicket(event.id, attendee) }
}

/** With an empty cache of the browser's own, which would hide what ours misses. */
export async function loseNetwork(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await page.context().setOffline(true)
}

/** From now on every request gets a proxy's page, with the status that it has while the server starts anew. */
export async function breakServer(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  const body = '<h1>503 Service Temporarily Unavailable</h1>'
  await page.context().route('**', (route) => route.fulfill({ status: 503, contentType: 'text/html', body }))
}

/** The worker is there, and the page has been kept. */
export async function expectKept(page: Page, path: string) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(async (path) => Boolean(await caches.match(path)), path)).toBe(true)
}

/** The same for a page with the event's picture. */
export async function expectKeptWithPicture(page: Page, path: string) {
  await expectKept(page, path)
  const picture = page.locator('main article img, main ul img')
  const isKept = (img: SVGElement | HTMLElement) => caches.match((img as HTMLImageElement).currentSrc).then(Boolean)
  await expect.poll(() => picture.evaluate(isKept)).toBe(true)
}

/** What this browser keeps: the names of caches, and the keys of values. */
export function keptOf(page: Page) {
  return page.evaluate(async () => {
    const open = indexedDB.open('kept')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const keys = open.result.transaction('values').objectStore('values').getAllKeys()
    await new Promise((resolve) => keys.addEventListener('success', resolve))
    open.result.close()
    return { caches: (await caches.keys()).sort(), values: keys.result }
  })
}

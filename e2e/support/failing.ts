import type { Page, Route } from '@playwright/test'
import { type CallName, calls } from '#contract/calls.ts'
import { errors } from '#contract/errors.ts'
import { expect } from './fixtures.ts'

/** How a call can fail: no connection, no answer, a broken server, a busy server behind a proxy, or a network's
 *  login page. */
const ways = {
  gone: (route: Route) => route.abort(),
  hanging: () => {},
  broken: (route: Route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Internal Server Error' }),
  busy: (route: Route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      contentType: 'text/html',
      body: '<h1>503 Service Temporarily Unavailable</h1>',
    }),
  page: (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }),
}

export type Way = keyof typeof ways

export const noAnswer = 'No response received from server. Please check your connection.'

/** The browser's messages about such failed calls. */
export const failures = /Failed to load resource|^failed: |status of 50[03]/

/** Longer than a call waits for its answer. */
const beyondTimeoutMs = 31_000

/** Makes a call fail while `action` runs, and expects `message`, where `{reason}` stands for the reason. The call
 *  works again afterwards. `hanging` needs the page's clock to be installed. */
export async function failing(page: Page, name: CallName, way: Way, message: string, action: () => Promise<unknown>) {
  const endpoint = calls.find((call) => call.name === name)?.endpoint
  if (endpoint === undefined) throw new Error(`there is no call ${name}`)
  const path = new RegExp(`^${endpoint.url.replace(/:\w+/g, '[^/]+')}/?$`)
  const isThisCall = (url: URL) => path.test(url.pathname)
  const handler = (route: Route) => (route.request().method() === endpoint.method ? ways[way](route) : route.fallback())
  const sent = page.waitForRequest(
    (request) => request.method() === endpoint.method && isThisCall(new URL(request.url())),
  )
  await page.route(isThisCall, handler)
  await action()
  await sent
  if (way === 'hanging') await page.clock.runFor(beyondTimeoutMs)
  const shown = page
    .getByText(message.replace('{reason}', reasonOf(way)))
    .filter({ visible: true })
    .first()
  // Nothing, such as a dialog, may cover the message. A click on trial would wait until it stands still, and a notice may go
  // meanwhile.
  const isReadable = () => shown.evaluate(isOnTop, undefined, { timeout: 30_000 })
  await expect.poll(isReadable, `${name} ${way}`).toBe(true)
  await page.unroute(isThisCall, handler)
}

/** Runs in the page. */
function isOnTop(element: Element): boolean {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return element.contains(top)
}

const reasonOf = (way: Way) => (way === 'broken' || way === 'busy' ? errors.unavailable.message : noAnswer)

/** Navigates like a link once the page is hydrated, for pages without such a link. */
export async function follow(page: Page, path: string) {
  const isHydrated = () =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps'))
  await page.waitForFunction(isHydrated)
  await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (path: string) => Promise<void> }
    }
    void router.navigate(path)
  }, path)
}

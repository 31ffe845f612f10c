import type { Page, Route } from '@playwright/test'
import { type CallName, calls } from '#contract/calls.ts'
import { errors } from '#contract/errors.ts'
import { expect } from './fixtures.ts'

/** The ways in which a network fails a call: no connection; no answer in any time; a server that is broken, or busy
 *  and fronted by a proxy; and the page of a network that asks for a login. */
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

/** What a browser logs about calls that fail in these ways. */
export const failures = /Failed to load resource|^failed: |status of 50[03]/

/** Longer than a call waits for its answer, in milliseconds. */
const beyondPatience = 31_000

/** Fails a call while `action` runs, and expects a message, where `{reason}` is why: no answer, or a server in trouble. The
 *  journey then tries again. With `hanging` the page's clock must be installed. */
export async function failing(page: Page, name: CallName, way: Way, message: string, action: () => Promise<unknown>) {
  const endpoint = calls.find((call) => call.name === name)?.endpoint
  if (endpoint === undefined) throw new Error(`there is no call ${name}`)
  const path = new RegExp(`^${endpoint.url.replace(/:\w+/g, '[^/]+')}/?$`)
  const isMeant = (url: URL) => path.test(url.pathname)
  const handler = (route: Route) => (route.request().method() === endpoint.method ? ways[way](route) : route.fallback())
  const sent = page.waitForRequest((request) => request.method() === endpoint.method && isMeant(new URL(request.url())))
  await page.route(isMeant, handler)
  await action()
  await sent
  if (way === 'hanging') await page.clock.runFor(beyondPatience)
  const shown = page
    .getByText(message.replace('{reason}', reasonOf(way)))
    .filter({ visible: true })
    .first()
  await expect(shown, `${name} ${way}`).toBeVisible()
  // Nothing lies over the message, such as a dialog.
  await shown.click({ trial: true })
  await page.unroute(isMeant, handler)
}

const reasonOf = (way: Way) => (way === 'broken' || way === 'busy' ? errors.unavailable.message : noAnswer)

/** Navigates inside the app, as a link does, once the page is alive; the current page may have no link there. */
export async function follow(page: Page, path: string) {
  const isAlive = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps'))
  await page.waitForFunction(isAlive)
  await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (path: string) => Promise<void> }
    }
    void router.navigate(path)
  }, path)
}

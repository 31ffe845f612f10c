import type { Page, Route } from '@playwright/test'
import { errors } from '#contract/errors.ts'
import { expect } from '../fixtures.ts'
import { endpoints, isCall } from './endpoints.ts'
import { screens } from './screens.ts'

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

/** Fails a call of a screen while `deed` runs, and expects the words of the table of screens. With `hanging` the page's
 *  clock must be installed. */
export async function failing(page: Page, screen: string, call: string, way: Way, deed: () => Promise<unknown>) {
  const endpoint = endpoints.get(call)
  const failure = screens[screen]?.[call]
  if (endpoint === undefined || failure === undefined || !('again' in failure)) {
    throw new Error(`the table says nothing about ${call} on ${screen}`)
  }
  const isMeant = (url: URL) => isCall(endpoint, { method: endpoint.method, url: url.href })
  const handler = (route: Route) => (route.request().method() === endpoint.method ? ways[way](route) : route.fallback())
  const asked = page.waitForRequest((request) => isCall(endpoint, { method: request.method(), url: request.url() }))
  await page.route(isMeant, handler)
  await deed()
  await asked
  if (way === 'hanging') await page.clock.runFor(beyondPatience)
  const words = failure.sees.replace('{reason}', reasonOf(way))
  const said = page.getByText(words).filter({ visible: true }).first()
  await expect(said, `${call} ${way}`).toBeVisible()
  // Nothing lies over the words, such as a dialog.
  await said.click({ trial: true })
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

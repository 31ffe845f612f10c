import type { CDPSession, Page, Request } from '@playwright/test'
import { expect } from '../fixtures.ts'

const browsers = new WeakMap<Page, Promise<CDPSession>>()

/** The browser behind a page, for what Playwright cannot ask of it; one for each page, which ends with it. */
export function browserOf(page: Page): Promise<CDPSession> {
  const browser = browsers.get(page) ?? page.context().newCDPSession(page)
  browsers.set(page, browser)
  return browser
}

export type Watched = ReturnType<typeof watch>

/** What a page did while it was open that it must not do, and how it comes to rest. */
export function watch(page: Page) {
  let troubles: string[] = []
  const pending = new Set<Request>()
  page.on('console', (message) => {
    // A preloaded picture is another one at another width.
    if (/was preloaded using link preload/.test(message.text())) return
    // The sweep's own doing.
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    if (['error', 'warning'].includes(message.type())) troubles.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`thrown: ${error.message}`))
  page.on('request', (request) => {
    // A stream is always under way.
    if (!/\/live(\?|$)/.test(request.url())) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => {
    pending.delete(request)
    // A page that is left aborts its pending requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`a status of ${response.status()}: ${response.url()}`)
  })
  const untilAnswered = async () => {
    if (pending.size > 0) await expect.poll(() => pending.size, { intervals: [10, 20, 30] }).toBe(0)
  }
  return {
    /** Waits until the page shows a heading, React has taken it over, and nothing loads or moves any more. */
    async atRest() {
      await page.waitForFunction(isAlive)
      await untilAnswered()
      await page.evaluate(allInPlace)
      await untilAnswered()
    },
    /** What there was since the last time. */
    troubles(): string[] {
      const taken = troubles
      troubles = []
      return taken
    },
    /** Before the page is left: what is under way then is aborted, and not always said to be. */
    leave: () => pending.clear(),
  }
}

/** Runs in the page. */
function isAlive() {
  const heading = document.querySelector('h1')
  const owned = heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber'))
  return Boolean(owned && heading?.checkVisibility())
}

/** Runs in the page: waits for the typefaces and for every movement that has an end. */
async function allInPlace() {
  await document.fonts.ready
  const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
  await new Promise(requestAnimationFrame)
}

/** Runs in the page before its own code: what changes is at once as it will be when it has come to rest. A bar that stays in
 *  sight stands at its own place, because it may half cover what one can scroll to. */
export function withoutTransitions() {
  const still = new CSSStyleSheet()
  still.replaceSync(
    '*, ::before, ::after { transition: none !important; scroll-behavior: auto !important } .bulk-bar { position: static !important }',
  )
  document.adoptedStyleSheets = [still]
}

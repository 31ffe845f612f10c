import type { Page } from '@playwright/test'
import { follow } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { keepOld } from '../../support/live.ts'

/** Slow 3G: 400 kbit/s each way, 400 ms latency. */
async function slowDown(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const bytesPerSecond = 400_000 / 8
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

test('on slow 3G an event is readable before its code has loaded', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  await login(await makers.addAttendee())
  await keepOld(page)
  await slowDown(page)

  await page.goto(`/events/${event.id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: event.event_name, level: 1 })).toBeVisible()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await expect(page.getByRole('button', { name: 'Applying...' })).toBeVisible()
  await expect(page.getByText('Event applied successfully!')).toBeVisible()

  await follow(page, '/')
  await expect(page.getByRole('heading', { name: 'Popular Events' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Like event/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Remove like/ }).first()).toBeVisible()
})

test('before the code has loaded, buttons look disabled and a search can be typed', async ({ page }) => {
  const release = await hold(page, '**/assets/shell-*.js')
  await page.goto('/discover', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Next month' })

  await expect(button).toHaveCSS('opacity', '0.5')
  await page.getByRole('searchbox', { name: 'Search events' }).fill('jazz')
  release()
  await expect(page).toHaveURL(/search=jazz/)
  await expect(button).toHaveCSS('opacity', '1')
  await button.click()
})

test('as soon as a page looks ready, Enter sends its form', async ({ page }) => {
  await page.addInitScript(() => {
    const isReady = () => 'ready' in document.documentElement.dataset
    const observer = new MutationObserver(() => {
      if (!isReady()) return
      observer.disconnect()
      const button = document.querySelector<HTMLButtonElement>('main button[type=submit]')
      document.documentElement.dataset.form = button?.disabled === false ? 'enabled' : 'disabled'
    })
    observer.observe(document, { subtree: true, attributeFilter: ['data-ready'] })
  })

  await page.goto('/register')

  await expect(page.locator('html')).toHaveAttribute('data-form', 'enabled')

  // `goto` waits for the code even if the first paint is late: the page then asks for it half a second later.
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })

  await page.goto('/register')

  expect(await page.locator('html[data-ready]').count()).toBe(1)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'

const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })

/** Waits for hydration: before it, buttons do nothing. */
async function hydrated(page: Page) {
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await page.waitForFunction(() => (history.state as { idx?: number } | null)?.idx !== undefined)
}

test('Back returns to the list with its filter and page, and never leaves the site', async ({
  page,
  makers,
  baseURL,
}) => {
  const owner = await makers.addOrganizer()
  const { id } = await makers.addEvent({ category: 'SEMINAR' }, owner)
  for (let number = 1; number < 13; number++) await makers.addEvent({ category: 'SEMINAR' }, owner)
  await page.goto('/discover?category=SEMINAR&page=2')

  const card = page.getByRole('article').last().getByRole('link').first()
  const scrolled = () => card.evaluate((link) => link.closest('[class*=overflow-y-auto]')?.scrollTop)
  for (const reload of [false, true]) {
    await hydrated(page)
    await card.scrollIntoViewIfNeeded()
    const before = await scrolled()
    expect(before).toBeGreaterThan(0)
    await card.click()
    await expect(page).toHaveURL(/\/events\/\d+$/)
    if (reload) await page.reload()
    await hydrated(page)
    await back(page).click()
    await expect(page).toHaveURL('/discover?category=SEMINAR&page=2')
    await expect.poll(scrolled).toBe(before)
  }

  // Other filters start at the top, even on the same page number.
  await page.goto('/discover?category=SEMINAR')
  await hydrated(page)
  await card.scrollIntoViewIfNeeded()
  expect(await scrolled()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Free', exact: true }).click()
  await expect(page).toHaveURL('/discover?category=SEMINAR&free=true')
  await expect.poll(scrolled).toBe(0)
  await page.goto('/discover?category=SEMINAR&page=2')

  // One step back, even if the event was opened by a full page load.
  await page.goto(`/events/${id}`)
  await hydrated(page)
  await back(page).click()
  await expect(page).toHaveURL('/discover?category=SEMINAR&page=2')

  // With no page of this site before it, Back leads to the list, while the browser's Back leaves the site.
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<link rel="icon" href="data:,"><a href="${baseURL}/events/${id}">An event</a>`)
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`

  await page.goto('/')
  await page.goto(address)
  await page.getByRole('link', { name: 'An event' }).click()
  await hydrated(page)
  await page.reload()
  await hydrated(page)
  await back(page).click()
  await expect(page).toHaveURL('/discover')

  await page.goBack()
  await expect(page).toHaveURL(address)
  other.close()
})

test('a page that reloads personal data keeps its scroll position', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  const release = await hold(page, `**/api/events/${event.id}`)
  await login(event.owner)
  await page.goto(`/events/${event.id}`)
  await hydrated(page)
  await page.evaluate(() => window.scrollTo(0, 400))
  release()

  await expect(page.getByText('This is your own event: you do not need a ticket.')).toBeAttached()
  await page.waitForLoadState('load')
  expect(await page.evaluate(() => window.scrollY)).toBe(400)
})

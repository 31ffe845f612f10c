import type { Page } from '@playwright/test'
import { languageCookie } from '#contract/language/languages.ts'
import { TicketCode } from '#contract/tickets/ticket-code.ts'
import { expect, type Person, test } from '../../support/fixtures.ts'
import {
  breakServer,
  expectCached,
  expectCachedWithPicture,
  expectCodeCached,
  holder,
  loseNetwork,
  silence,
  storedBy,
} from '../../support/offline.ts'
import { readCode } from '../../support/qr-code.ts'

test.use({ serviceWorkers: 'allow' })

test('an opened ticket works offline, also with a new service worker, until the logout', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const { attendee, event, ticket } = await holder(makers)
  pageProblems.allow(silence)
  pageProblems.allow(/ERR_FAILED|^failed: .*\/assets\//)

  await page.clock.install()
  await login(attendee)
  await page.goto(`/virtual-ticket/${ticket.id}`)
  await expectCachedWithPicture(page, `/virtual-ticket/${ticket.id}`)
  expect(await storedBy(page)).toMatchObject({ caches: ['files 1', 'pages 1'] })
  await page.evaluate(async () => (await caches.open('files 1')).put('/assets/older-release.js', new Response('')))
  await breakServer(page)
  await page.reload()
  await expect(page.getByText(/^The server is in trouble. This is your ticket as of/)).toBeVisible()
  await expect(page.getByRole('heading', { name: event.event_name })).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await page.context().unroute('**')
  await page.reload()
  await expect(page.getByText(/^The server is in trouble/)).toBeHidden()
  // Files that no cached page needs are deleted.
  const isOldFileCached = () => page.evaluate(async () => Boolean(await caches.match('/assets/older-release.js')))
  await expect.poll(isOldFileCached).toBe(false)

  // Even after the access token has expired.
  const online = await readCode(page.getByRole('img', { name: /^QR code/ }))
  await loseNetwork(page)
  await page.evaluate((token) => localStorage.setItem('access_token', token), ended(attendee))
  await page.reload()

  await expect(page.getByText(/^No network. This is your ticket as of \d+:\d\d [AP]M\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: event.event_name })).toBeVisible()
  const offline = await readCode(page.getByRole('img', { name: /^QR code/ }))
  expect(offline).toBe(online)
  expect(TicketCode.parse(JSON.parse(offline)).ticket_number).toBe(ticket.ticket_number)
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Validate Ticket' }).click()
  await expect(page.getByRole('alert')).toContainText('Validating a ticket needs a network.')

  await makers.cancelTicket(ticket.id, attendee)
  await page.context().setOffline(false)
  // Its first try may come before the network is back.
  await page.clock.runFor(10_000)
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('No network.')).toBeHidden()

  await page.evaluate(() => caches.open('pages 0'))
  // A different script address means a different worker, as after a release that changed it.
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js?next')))
  await expect.poll(() => storedBy(page)).toMatchObject({ caches: ['files 1', 'pages 1'] })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('?next')
  await expectInstallable(page)

  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => storedBy(page)).toEqual({ caches: [], values: [] })
})

test.describe('in Thai', () => {
  test.use({ locale: 'th-TH' })

  test('a ticket only listed in My Tickets is available offline, also by its English address', async ({
    page,
    makers,
    login,
    pageProblems,
  }) => {
    const { attendee, event, ticket } = await holder(makers)
    pageProblems.allow(silence)

    await login(attendee)
    await page.goto('/th/my-tickets')
    await expectCachedWithPicture(page, '/th/my-tickets')
    await expectCached(page, `/th/virtual-ticket/${ticket.id}`)
    const needed = [`ticket ${ticket.id}`, `event ${event.id}`].map((name) => `session ${attendee.id} ${name}`)
    await expect.poll(async () => (await storedBy(page)).values).toEqual(expect.arrayContaining(needed))
    await loseNetwork(page)
    await page.goto(`/virtual-ticket/${ticket.id}`)

    await expect(page).toHaveURL(`/th/virtual-ticket/${ticket.id}`)
    await expect(page.getByRole('heading', { name: event.event_name })).toBeVisible()
    const code = await readCode(page.getByRole('img', { name: /^คิวอาร์โค้ด/ }))
    await page.goto('/th/my-tickets')
    await expect(page.getByText(/^ไม่มีเน็ต บัตรเหล่านี้เป็นข้อมูลเมื่อ/)).toBeVisible()
    await expect(page.getByText(event.event_name)).toBeVisible()
    await page.getByRole('link', { name: `ดูบัตร ${ticket.ticket_number}` }).click()
    expect(await readCode(page.getByRole('img', { name: /^คิวอาร์โค้ด/ }))).toBe(code)
    expect(TicketCode.parse(JSON.parse(code)).ticket_number).toBe(ticket.ticket_number)
  })
})

test('a cached page stays although code that it does not use is missing, also on the server of a newer release', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const { attendee, ticket } = await holder(makers)
  pageProblems.allow(silence)
  pageProblems.allow(/ERR_FAILED|^failed: .*\/assets\//)

  // The code for logging out is not on the server any more.
  await page.addInitScript(() => {
    const add = Cache.prototype.add
    Cache.prototype.add = function (file) {
      return /\/logout-/.test(String(file)) ? Promise.reject(new TypeError('404')) : add.call(this, file)
    }
  })

  await login(attendee)
  await page.goto(`/virtual-ticket/${ticket.id}`)
  await expectCachedWithPicture(page, `/virtual-ticket/${ticket.id}`)
  await page.evaluate(forgetOtherPages)
  await loseNetwork(page)
  await page.reload()
  const opened = await page.evaluate(() => performance.timeOrigin)
  await expect(page.getByText('No network.')).toBeVisible()

  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
})

test('online, reloads and redirects pass through the worker', async ({ page, makers, login }) => {
  const { attendee, event } = await holder(makers)
  await login(attendee)
  await page.goto('/my-tickets')
  await expectCached(page, '/my-tickets')

  await page.reload()
  await expect(page.getByRole('main').getByText(event.event_name).first()).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

  await page.context().addCookies([{ name: languageCookie, value: 'th', url: page.url() }])
  await page.goto(`/events/${event.id}`)
  await expect(page).toHaveURL(`/th/events/${event.id}`)
  await expect(page.getByRole('heading', { name: event.event_name })).toBeVisible()
})

test('a page that was never opened says that there is no network, by address and by link', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const { attendee, ticket } = await holder(makers)
  pageProblems.allow(silence)
  pageProblems.allow(/ERR_FAILED|^failed: .*\/(assets\/|my-tickets$)/)

  await login(attendee)
  await page.goto('/team/about-us')
  await page.getByRole('link', { name: 'My Tickets' }).first().click()
  await expectCachedWithPicture(page, '/my-tickets')
  await expectCodeCached(page)
  await loseNetwork(page)
  await expect(page.getByRole('banner')).toContainText('Offline')
  // Its code is cached, its data is not.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
  // Its code was never loaded: the current page stays and shows the message.
  await page.getByRole('link', { name: 'Bookmarks' }).first().click()
  const message = page.getByRole('alert').filter({ hasText: 'You can open this page once you are back online.' })
  await expect(message).toContainText('You are offline.')
  await expect(page).toHaveURL('/team/contact')
  // Once online again, it loads by itself.
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Contact', level: 1 })).toBeVisible()
  await expect(message).not.toContainText('You are offline.')
  await page.context().setOffline(true)
  for (const path of ['/', '/events/1', `/ticket/${ticket.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
  }
  // Chromium may announce a network to a new page while it has none; the page then reloads, and the press is lost.
  await expect(async () => {
    await page.getByRole('link', { name: 'My Tickets' }).first().click()
    await expect(page.getByText(ticket.ticket_number)).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

async function expectInstallable(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const { errors, data } = await browser.send('Page.getAppManifest')
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Ruam', start_url: '/', scope: '/', display: 'standalone' })
  // Journeys run in incognito windows, which cannot install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
}

const pictureWidth = (page: Page) =>
  page.locator('article img').evaluate((picture) => (picture as HTMLImageElement).naturalWidth)

/** A token that the browser considers expired. */
function ended({ access_token }: Person): string {
  const [head, , sign] = access_token.split('.')
  return `${head}.${btoa(JSON.stringify({ exp: 1 }))}.${sign}`
}

/** As if the network had been lost before everything was cached. */
async function forgetOtherPages() {
  const files = await caches.open('files 1')
  for (const request of await files.keys()) {
    if (/\/(login|logout)-/.test(request.url)) await files.delete(request)
  }
}

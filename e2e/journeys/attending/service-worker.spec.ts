import { expect, test } from '../../support/fixtures.ts'
import { expectCachedWithPicture, holder, storedBy } from '../../support/offline.ts'

test('the app can be installed, and a new service worker deletes old caches and files that no cached page needs', async ({
  page,
  makers,
  login,
}) => {
  const { attendee, ticket } = await holder(makers)
  const path = `/virtual-ticket/${ticket.id}`

  await login(attendee)
  await page.goto('/my-tickets')
  await expectCachedWithPicture(page, '/my-tickets')
  await page.evaluate(async () => (await caches.open('files 1')).put('/assets/older-release.js', new Response('')))
  await page.goto(path)
  await expectCachedWithPicture(page, path)
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/assets/older-release.js'))))
    .toBe(false)

  await page.evaluate(() => caches.open('pages 0'))
  // A different script address means a different worker, as after a release that changed it.
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js?next')))

  await expect.poll(() => storedBy(page)).toMatchObject({ caches: ['files 1', 'pages 1'] })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('?next')
  await expectCachedWithPicture(page, path)

  const browser = await page.context().newCDPSession(page)

  const { errors, data } = await browser.send('Page.getAppManifest')
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')

  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Ruam', start_url: '/', scope: '/', display: 'standalone' })
  // Journeys run in incognito windows, which cannot install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

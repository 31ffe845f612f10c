import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'

test('a carousel scrolls by 400 pixels and back, and loads hidden pictures later', async ({
  page,
  makers,
  request,
}) => {
  const owner = await makers.addOrganizer()
  const events: { id: number }[] = []
  for (const name of ['Eight', 'Seven', 'Six', 'Five', 'Four', 'Three', 'Two', 'One']) {
    // Created after all others, so that they are the latest.
    const start = Date.now() + 80 * 365 * 86_400_000
    const event = {
      event_name: name,
      start_date_event: new Date(start).toISOString(),
      end_date_event: new Date(start + 86_400_000).toISOString(),
    }
    events.push(await makers.addEvent(event, owner))
  }
  const id = events[2]?.id ?? 0
  await makers.addBanner(id, owner)
  const { event_image } = await (await request.get(`/api/events/${id}`)).json()
  const picture = event_image.replace(/-\d+\.webp$/, '')
  let asked = 0
  page.on('request', (each) => {
    if (each.url().includes(picture)) asked += 1
  })
  const release = await hold(page, '**/assets/shell-*.js')
  const carousel = page.getByRole('region', { name: 'Latest Events' })
  const row = carousel.getByRole('list').first()

  await page.goto('/', { waitUntil: 'commit' })
  await expect(row.locator(':scope > li').nth(5)).toContainText('Six')
  await row.scrollIntoViewIfNeeded()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(asked).toBe(0)
  release()
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)

  const scrolled = () => row.evaluate((element) => element.scrollLeft)
  await carousel.getByRole('button', { name: /^Next in/ }).click()
  await expect.poll(scrolled).toBe(400)
  await carousel.getByRole('button', { name: /^Previous in/ }).click()
  await expect.poll(scrolled).toBe(0)
  // The second press happens while the row is still scrolling.
  await carousel.getByRole('button', { name: /^Next in/ }).dblclick()
  await expect.poll(scrolled).toBe(800)
  await expect.poll(() => asked).toBeGreaterThan(0)
})

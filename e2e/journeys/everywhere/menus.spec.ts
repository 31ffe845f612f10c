import { openComments } from '../../support/comments.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a menu follows its button and closes once the button is off screen', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  await makers.addComment(event.id, event.owner, 'Who comes along?')
  await login(event.owner)
  await page.setViewportSize({ width: 360, height: 740 })
  await openComments(page, `/events/${event.id}`)
  const button = page.getByRole('button', { name: 'Manage comments' })
  const menu = page.getByRole('menu', { name: 'Manage comments' })
  const gap = async () => ((await menu.boundingBox())?.y ?? 0) - ((await button.boundingBox())?.y ?? 0)

  await button.click()
  await expect(menu).toBeVisible()
  const before = await gap()
  // As if content above had loaded late.
  await page.getByRole('main').evaluate((main) => (main.style.paddingTop = '80px'))
  await page.evaluate(() => window.scrollBy(0, 30))
  await expect.poll(gap).toBe(before)
  await page.evaluate(() => window.scrollTo(0, 0))

  await expect(menu).toBeHidden()

  await button.click()
  await expect(menu).toBeVisible()
  // Behind the top bar the button is on the screen, but hidden.
  await page.getByRole('main').evaluate((main) => (main.style.paddingBottom = '800px'))
  const { y, height } = (await button.boundingBox()) ?? { y: 0, height: 0 }
  await page.evaluate((by) => window.scrollBy(0, by), y + height - 32)
  await expect(menu).toBeHidden()
  expect((await button.boundingBox())?.y).toBeGreaterThan(-height)
})

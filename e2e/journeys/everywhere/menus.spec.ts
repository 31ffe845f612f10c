import { expect, test } from '../../support/fixtures.ts'

test('a menu closes when the page scrolls away below it, and for no scroll of before', async ({
  page,
  makers,
  login,
}) => {
  const event = await makers.addEvent()
  await makers.addComment(event.id, event.owner, 'Who comes along?')
  await login(event.owner)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/events/${event.id}`)

  const menu = page.getByRole('menu', { name: 'Manage comments' })
  await page.getByRole('button', { name: 'Manage comments' }).click()
  await expect(menu).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('scroll')))
  await expect(menu).toBeVisible()
  await page.evaluate(() => window.scrollBy(0, -200))

  await expect(menu).toBeHidden()
})

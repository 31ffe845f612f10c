import { expect, test } from '../../support/fixtures.ts'

test('a press of its buttons scrolls a carousel by 400 pixels, and back', async ({ page, makers }) => {
  const owner = await makers.addOrganizer()
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']) {
    await makers.addEvent({ event_name: name }, owner)
  }
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'Upcoming Events' })
  const row = carousel.getByRole('list').first()
  const scrolled = () => row.evaluate((element) => element.scrollLeft)

  await carousel.getByRole('button', { name: /^Next in/ }).click()
  await expect.poll(scrolled).toBe(400)
  await carousel.getByRole('button', { name: /^Previous in/ }).click()
  await expect.poll(scrolled).toBe(0)
})

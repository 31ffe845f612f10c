import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'

test('a notice covers nothing, even on scrolled pages', async ({ page, makers, login }) => {
  await login(await makers.addAttendee())
  const { id } = await makers.addEvent()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/events/${id}`)
  const apply = page.getByRole('button', { name: 'Apply Now' })
  await apply.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await apply.click()
  await expect(page.locator('.notices').getByRole('status')).toContainText('Event applied successfully!')
  await expect(page.getByRole('link', { name: 'View Ticket' })).toBeInViewport()
  expect(await coveredByNotice(page)).toEqual([])

  await page.evaluate(() => window.scrollTo(0, 0))
  for (const name of ['Back', 'Share event']) await expect(page.getByRole('button', { name })).toBeInViewport()
  expect(await coveredByNotice(page)).toEqual([])

  await page.getByRole('link', { name: 'View Ticket' }).click()
  await page.getByRole('button', { name: 'Validate Ticket' }).click()
  await expect(page.locator('.notices').getByRole('status')).toContainText('This ticket is valid for the event.')
  expect(await coveredByNotice(page)).toEqual([])
})

/** Visible controls and headings that a notice covers. */
function coveredByNotice(page: Page) {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('main :is(button, a, input, h1, canvas, img), aside a, header a')]
    return all.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const inside = top >= 64 && bottom <= window.innerHeight && right > left
      const hit = inside ? document.elementFromPoint((left + right) / 2, (top + bottom) / 2) : null
      return hit?.closest('.notice') ? [element.textContent || element.outerHTML] : []
    })
  })
}

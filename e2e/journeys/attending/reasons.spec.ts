import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const button = (page: Page) => page.getByRole('button', { name: 'Apply Now' })

test('registration opens by the server’s clock, even on phones with a wrong clock or asleep', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(/ERR_FAILED|^failed: /)
  const { id, owner } = await makers.addEvent({ start_date_register: inHours(72), end_date_register: inHours(96) })
  await page.clock.install({ time: Date.now() - 5 * hour })
  await login(await makers.addAttendee())
  const visitor = await openBrowser()
  await visitor.clock.install({ time: Date.now() + 400 * 24 * hour })
  for (const each of [page, visitor]) {
    await each.goto(`/events/${id}`)
    await expect(each.getByRole('timer')).toHaveText('Opens in 3 days.')
    await expect(button(each)).toHaveAccessibleDescription(/^Registration opens on .+ at .+M\.$/)
    await expect(button(each)).toBeDisabled()
    await button(each).focus()
  }
  const wish = page.getByRole('button', { name: 'Tell me when it opens' })
  await page.route('**/opening-wish', (route) => route.abort())
  await wish.press('Enter')
  await expect(page.getByText('This could not be changed. Please try again.')).toBeVisible()
  await page.unroute('**/opening-wish')
  await wish.press('Enter')
  await expect(page.getByText('We will tell you when it opens.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(wish).toBeFocused()
  await button(page).focus()

  const calls: string[] = []
  const opening = Date.now() + 8_000
  const later = { data: { start_date_register: new Date(opening).toISOString() } }
  await makers.send('patch', `/api/events/${id}/edit`, later, owner)
  for (const each of [page, visitor]) {
    await expect(each.getByRole('timer')).toHaveText(/^Opens in \d+ seconds?\.$/)
    each.on('request', (made) => calls.push(made.url()))
  }
  // The visitor's phone sleeps, with all its timers, until it is used again.
  await visitor.evaluate(() => Object.assign(window, { setTimeout: () => 0 }))

  await expect(button(page)).toBeEnabled()
  expect(Date.now()).toBeGreaterThanOrEqual(opening)
  await expect(button(page)).toBeFocused()
  await expect(page.getByRole('timer')).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Registration is now open.' })).toHaveCount(1)
  await expect(button(visitor)).toBeDisabled()
  await visitor.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(visitor.getByRole('link', { name: 'Apply Now' })).toHaveAttribute('href', /^\/login/)
  expect(calls).toEqual([])

  await button(page).click()
  await expect(page.getByText('Event applied successfully!')).toBeVisible()
})

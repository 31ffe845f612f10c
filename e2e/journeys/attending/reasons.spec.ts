import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const button = (page: Page, name: 'Apply Now' | 'Unapply' = 'Apply Now') => page.getByRole('button', { name })

test('registration opens by the server’s clock, even on phones with a wrong clock or asleep', async ({
  page,
  makers,
  login,
  openBrowser,
  request,
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
  await request.patch(`/api/events/${id}/edit`, {
    headers: { authorization: `Bearer ${owner.access_token}` },
    data: { start_date_register: new Date(opening).toISOString() },
  })
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

test('a ticket holder sees what cancelling means, or why it is no longer possible', async ({
  page,
  makers,
  login,
  request,
  pageProblems,
}) => {
  // The server renders for visitors, who cannot see a private event; and the page may load the attendees just as the event is called off.
  pageProblems.allow(/40[34]|Only the organizer and the ticket holders/)
  const holder = await makers.addAttendee()
  const { id, owner } = await makers.addEvent({ visibility: 'PRIVATE', allowed_email_domains: 'example.com' })
  const ticket = await makers.addTicket(id, holder)
  const headers = { authorization: `Bearer ${owner.access_token}` }
  await login(holder)
  await page.goto(`/events/${id}`)
  await expect(button(page, 'Unapply')).toHaveAccessibleDescription('You have already applied for this event.')

  await request.patch(`/api/events/${id}/edit`, { headers, data: { allowed_email_domains: 'ku.th,chula.ac.th' } })
  await expect(button(page, 'Unapply')).toHaveAccessibleDescription(
    'You have already applied for this event. If you unapply, you cannot apply again. ' +
      'This event is only for people with an email address at ku.th or chula.ac.th.',
  )

  const scan = { scan_id: crypto.randomUUID(), code: ticket.ticket_number, scanned_at: new Date().toISOString() }
  const data = { device: 'Gate 1', scans: [{ ...scan, let_in: false }] }
  expect((await request.post(`/api/events/${id}/check-ins`, { headers, data })).ok()).toBe(true)
  const used = 'You have used your ticket: you cannot give it back or apply again.'
  await expect(button(page, 'Unapply')).toHaveAccessibleDescription(used)
  await expect(button(page, 'Unapply')).toBeDisabled()

  await request.delete(`/api/organizers/delete-event/${id}`, { headers })
  await expect(button(page)).toHaveAccessibleDescription('This event has been called off.')
  await expect(button(page)).toBeDisabled()
})

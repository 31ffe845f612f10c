import type { Route } from '@playwright/test'
import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'

test('nobody joins the waiting list unasked, and its first person gets a freed seat, live', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  pageProblems.allow(/409/)
  const { id } = await makers.addEvent({ max_attendee: 1 })
  const [holder, first, second] = [await makers.addAttendee(), await makers.addAttendee(), await makers.addAttendee()]
  await login(second)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/events/${id}`)

  // The last seat is taken as the button is pressed.
  const seats: { id: number }[] = []
  const overtake = async (route: Route) => {
    seats.push(await makers.addTicket(id, holder))
    await route.continue()
  }
  await page.route('**/register', overtake, { times: 1 })
  await page.getByRole('button', { name: 'Apply Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Every seat is taken. Join the waiting list?' })
  await expect(dialog.getByText('Nobody is on the waiting list yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Not Now' }).click()
  const join = page.getByRole('button', { name: 'Join the waiting list' })
  await expect(join).toBeFocused()

  const ahead = await makers.addTicket(id, first, true)
  await expect(join).toHaveAccessibleDescription('This event is full. 1 person on the waiting list is before you.')
  await join.press('Enter')
  const panel = page.getByRole('region', { name: 'Your Application' })
  await expect(panel.getByText('You are number 2 in line.')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Your Application' })).toBeFocused()
  await expect(panel).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Leave the waiting list' })).toBeVisible()

  // The person ahead leaves, and they move up to first place without a reload.
  await makers.cancelTicket(ahead.id, first)
  await expect(panel.getByText('You are number 1 in line.')).toBeVisible()
  const mine = await page.context().newPage()
  pageProblems.watch(mine)
  await panel.getByRole('link', { name: 'View Application' }).press('Enter')
  const application = page.getByRole('article', { name: /^Application/ })
  await expect(application.getByText('You are number 1 in line.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0)
  await failing(page, 'cancelTicket', 'gone', 'Failed to withdraw from the event.', async () => {
    await application.getByRole('button', { name: 'Leave the waiting list' }).press('Enter')
  })
  await mine.goto(`/events/${id}`)
  await expect(mine.getByText('You are number 1 in line.')).toBeVisible()

  // A seat assigned while they leave the waiting list is kept.
  const free = async (route: Route) => {
    for (const seat of seats) await makers.cancelTicket(seat.id, holder)
    await route.continue()
  }
  await page.route(/\/cancel\?state=WAITING$/, free, { times: 1 })
  await application.getByRole('button', { name: 'Leave the waiting list' }).press('Enter')

  await expect(page.getByText(/^You have a ticket for this event\. Nothing was given up/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect(mine.getByRole('region', { name: 'Your Ticket' })).toBeVisible()
  await expect(mine.getByRole('status').filter({ hasText: 'You have a ticket for this event.' })).toHaveCount(1)
})

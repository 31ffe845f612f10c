import { expect, test } from '../../support/fixtures.ts'
import { pressByKey, tabTo } from '../../support/keyboard.ts'

test('applying works by keyboard, and a busy button keeps the focus and ignores presses', async ({ page, makers }) => {
  test.slow()
  const attendee = await makers.addAttendee()
  const { id, event_name } = await makers.addEvent({ event_name: `Keyboard Night ${makers.uniqueName()}` })

  let calls = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/users/forgot-password', async (route) => {
    calls += 1
    await held
    await route.continue()
  })

  await page.goto('/forgot-password')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(`${attendee.username}@example.com`)
  await pressByKey(page, page.getByRole('button', { name: 'Send Reset Link' }))
  const busy = page.getByRole('button', { name: 'Sending...' })
  await expect(busy).toBeFocused()
  await expect(busy).toBeDisabled()
  await expect(page.locator('[aria-live=polite]', { hasText: 'Sending...' })).toBeAttached()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.getByLabel('Email').press('Enter')
  await busy.focus()
  release()

  await expect(page.getByText('Password reset link sent! Please check your email.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeFocused()
  expect(calls).toBe(1)

  await page.goto('/login?next=%2Fdiscover')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(attendee.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(attendee.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Discover', level: 1 })).toBeVisible()
  await expect(page.locator('p[aria-live=assertive]')).toHaveText('Discover · Ruam')
  await tabTo(page, page.getByPlaceholder('Search events...'))
  await page.keyboard.type(event_name)
  const card = page.getByRole('main').getByRole('heading', { name: event_name }).getByRole('link')
  await pressByKey(page, card)

  await expect(page).toHaveURL(`/events/${id}`)
  await pressByKey(page, page.getByRole('button', { name: 'Apply Now' }))
  const ticket = page.getByRole('link', { name: 'View Ticket' })
  await expect(ticket).toHaveAttribute('href', /^\/virtual-ticket\//)
  // The pressed button is gone; Tab continues with what replaced it, not at the top of the page.
  await page.keyboard.press('Tab')
  await expect(ticket).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Virtual Ticket' })).toBeVisible()
  await pressByKey(page, page.getByRole('button', { name: 'Validate Ticket' }))
  await expect(page.getByRole('status')).toContainText('This ticket is valid for the event.')
  await pressByKey(page, page.getByRole('button', { name: 'Back' }))
  await expect(page).toHaveURL(`/events/${id}`)
})

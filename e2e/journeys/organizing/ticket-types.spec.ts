import { typeNumber } from '../../support/door.ts'
import { fillEvent } from '../../support/event-form.ts'
import { expect, test } from '../../support/fixtures.ts'
import { fullEvent } from '../../support/full-event.ts'

test('an organizer sells two ticket types; one sells out while a page is open', async ({
  page,
  makers,
  login,
  openBrowser,
}) => {
  const event = await makers.addEvent({ max_attendee: 50 })
  await login(event.owner)
  await page.goto(`/events/${event.id}/edit`)
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  const add = page.getByRole('button', { name: 'Add a Ticket Type' })
  await add.click()
  await expect(page.locator('[name="ticket_types.0.name"]')).toBeFocused()
  await page.locator('[name="ticket_types.0.price"]').fill('0')
  await add.click()
  await page.locator('[name="ticket_types.1.name"]').fill('regular')
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('Each ticket type needs a different name.')).toBeVisible()
  await expect(page.locator('[name="ticket_types.1.name"]')).toBeFocused()
  await page.locator('[name="ticket_types.1.name"]').fill('VIP')
  await page.locator('[name="ticket_types.1.note"]').fill('With dinner')
  await page.locator('[name="ticket_types.1.price"]').fill('900')
  await page.locator('[name="ticket_types.1.capacity"]').fill('1')
  await page.getByRole('button', { name: 'Move ticket type 2 up' }).click()
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()

  const phone = await openBrowser(await makers.addAttendee())
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.goto(`/events/${event.id}`)
  const types = phone.getByRole('group', { name: 'Ticket types' })
  await expect(types.getByRole('radio', { name: /Regular/ })).toBeChecked()
  await expect(types.getByText('VIP')).toBeVisible()
  expect(await types.getByRole('radio').count()).toBe(2)
  await types.getByRole('radio', { name: /VIP/ }).check()
  await expect(phone.getByText('VIP, 900฿')).toBeVisible()

  const other = await makers.addAttendee()
  const vip = await applyFor(event.id, 'VIP', other.access_token)
  expect(vip.ticket_type).toBe('VIP')
  await expect(types.getByText('Sold out')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Join the waiting list' })).toBeVisible()
  await types.getByRole('radio', { name: /Regular/ }).check()
  await phone.getByRole('button', { name: 'Apply Now' }).click()
  await expect(phone.getByText('Event applied successfully!')).toBeVisible()
  await phone.getByRole('link', { name: 'View Ticket' }).click()
  await expect(phone.getByText('Regular')).toBeVisible()

  const manage = page.getByRole('navigation', { name: 'Manage event' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'Manage' }).click()
  await manage.getByRole('link', { name: 'Applicants' }).click()
  const applicants = page.getByRole('list', { name: 'Applicants' })
  for (const type of ['VIP', 'Regular'])
    await expect(applicants.getByText(type).filter({ visible: true })).toHaveCount(1)

  await manage.getByRole('link', { name: 'Check in' }).click()
  await typeNumber(page, vip.ticket_number)
  await expect(page.getByText(/^VIP, .* read at/)).toBeVisible()

  async function applyFor(eventId: number, name: string, token: string) {
    const headers = { authorization: `Bearer ${token}` }
    const { ticket_types } = await (await page.request.get(`/api/events/${eventId}`)).json()
    const type = ticket_types.find((one: { name: string }) => one.name === name)
    const url = `/api/tickets/event/${eventId}/register`
    return (await page.request.post(url, { headers, data: { ticket_type_id: type.id } })).json()
  }
})

test('what Next found wrong is right as soon as it is corrected, and dates on sale stay open', async ({
  page,
  makers,
  login,
}) => {
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  const next = page.getByRole('button', { name: 'Next' })
  const basic = page.getByRole('tab', { name: 'Basic Details' })
  const ticketing = page.getByRole('tab', { name: 'Ticketing' })
  const tags = page.getByLabel('Tags')
  await fillEvent(page, { 'Basic Details': fullEvent('Corrected')['Basic Details'] ?? {} })
  await tags.fill('x'.repeat(501))
  await next.click()
  await expect(tags).toBeFocused()
  await expect(basic).toHaveAccessibleName(/needs attention/)
  await tags.fill('jazz')
  await expect(tags).not.toHaveAttribute('aria-invalid', 'true')
  await expect(basic).not.toHaveAccessibleName(/needs attention/)

  await ticketing.click()
  await page.getByRole('button', { name: 'Add a Question' }).click()
  await page.getByRole('button', { name: 'Add a Question' }).click()
  const questionAt = (place: number) => page.locator(`[name="questions.${place}.text"]`)
  await questionAt(1).fill('Which band?')
  await next.click()
  await expect(questionAt(0)).toBeFocused()
  await page.getByRole('button', { name: 'Remove question 1' }).click()
  await expect(questionAt(0)).toHaveValue('Which band?')
  await expect(questionAt(0)).not.toHaveAttribute('aria-invalid', 'true')

  await page.getByRole('button', { name: 'Add a Ticket Type' }).click()
  await page.getByText('Time on sale').click()
  const from = page.getByLabel('On sale from')
  await from.fill('2031-01-01T10:00')
  await from.fill('')
  await expect(from).toBeFocused()
  await page.locator('[name="ticket_types.0.name"]').fill('')
  await next.click()
  await expect(ticketing).toHaveAccessibleName(/needs attention/)
  await page.locator('[name="ticket_types.0.name"]').fill('VIP')
  await page.locator('[name="ticket_types.0.price"]').fill('900')
  await expect(ticketing).not.toHaveAccessibleName(/needs attention/)
})

import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'

test('the form says who will be told of a new date, and the ticket shows it and can be given back', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  await page.setViewportSize({ width: 360, height: 740 })
  const { id, owner } = await makers.addEvent({ address: 'Sathorn Pier' })
  const person = await makers.addAttendee()
  const { id: ticket } = await makers.addTicket(id, person)
  await login(owner)

  await page.goto(`/events/${id}/edit`)
  const notice = page.getByText('1 person will be told of the new time or place by email.')
  await page.getByRole('tab', { name: 'Location' }).click()
  await expect(notice).toHaveCount(0)
  await page.getByRole('tab', { name: /^Date/ }).click()
  const start = page.getByLabel('Event Start')
  const later = (value: string) => new Date(Date.parse(`${value}:00Z`) + 3 * 24 * 3_600_000).toISOString().slice(0, 16)
  await page.getByLabel('Event End').fill(later(await page.getByLabel('Event End').inputValue()))
  await start.fill(later(await start.inputValue()))
  await expect(notice).toBeVisible()
  await page.getByLabel('A sentence for them (optional)').fill('The river is too high.')
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()

  const other = await openBrowser(person)
  await other.goto(`/virtual-ticket/${ticket}`)
  await expect(other.getByText('The organizer has changed the date or place since you applied.')).toBeVisible()
  await expect(other.getByText(/^Before: .*, Sathorn Pier$/)).toBeVisible()
  await other.getByRole('button', { name: 'Give the ticket back' }).click()
  const confirm = other.getByRole('dialog').getByRole('button', { name: 'Give Back' })
  await failing(other, 'cancelTicket', 'gone', 'The ticket could not be given back. Please try again.', () =>
    confirm.click(),
  )
  await other.getByRole('button', { name: 'Give the ticket back' }).click()
  await confirm.click()
  await expect(other.getByText('The ticket was given back.')).toBeVisible()
  await expect(other.getByText('The organizer has changed the date or place since you applied.')).toHaveCount(0)
})

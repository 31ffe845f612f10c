import { sendWaitingMailsNow } from '#server/testing/programs/start-program.ts'
import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a change of date reaches a ticket holder by mail and on the ticket, which can be given back', async ({
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
  const end = page.getByLabel('Event End')
  const ending = later(await end.inputValue())
  await start.fill(later(await start.inputValue()))
  await expect(end).toHaveValue(ending)
  await expect(notice).toBeVisible()
  await page.getByLabel('A sentence for them (optional)').fill('The river is too high.')
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()

  await sendWaitingMailsNow(process.env.PRODUCT_DATA ?? '')
  // While the mail is on its way.
  const other = await openBrowser(person)
  await other.goto(`/virtual-ticket/${ticket}`)
  await expect(other.getByText('The organizer has changed the date or place since you applied.')).toBeVisible()
  await expect(other.getByText(/^Before: .*, Sathorn Pier$/)).toBeVisible()

  const mail = page
    .getByRole('row')
    .filter({ hasText: person.username })
    .getByRole('link', { name: /^New time: / })
  await expect(async () => {
    await page.goto('/operator/mails')
    await expect(mail).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await mail.click()
  await expect(page.getByText('The organizer writes: The river is too high.')).toBeVisible()
  await expect(page.getByText(/Before: .*\d{4}/)).toBeVisible()
  await expect(page.getByText('The attached file updates the event in your calendar.')).toBeVisible()
  const link = await page.getByRole('link', { name: /virtual-ticket/ }).getAttribute('href')

  expect(new URL(link ?? '').pathname).toBe(`/virtual-ticket/${ticket}`)
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

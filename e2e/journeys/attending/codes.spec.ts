import { failing, failures } from '../../support/failing.ts'
import { expect, logIn, test } from '../../support/fixtures.ts'

test('an organizer makes a code; two people type it, and for the second it is used up', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(/status of 4(04|09|22)/)
  pageProblems.allow(failures)
  const event = await makers.addEvent({ is_free: false, ticket_price: 100, promptpay_id: '0812345678' })
  await login(event.owner)
  await page.goto(`/events/${event.id}/codes`)
  await expect(page.getByText('No codes yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add a Code' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Code', { exact: true }).fill('friends')
  await form.getByLabel('Percent off', { exact: true }).last().fill('101')
  await form.getByLabel('Seats', { exact: true }).fill('1')
  await form.getByRole('button', { name: 'Add Code' }).click()
  await expect(form.getByText('Give a whole number from 1 to 100.')).toBeVisible()
  await form.getByLabel('Percent off', { exact: true }).last().fill('20')
  await form.getByRole('button', { name: 'Add Code' }).click()
  await expect(page.getByText('FRIENDS was added.')).toBeVisible()
  await expect(page.getByRole('row', { name: /FRIENDS 20% off.*0 \/ 1/ })).toBeVisible()

  const csv = (text: string) => ({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const file = page.locator('input[type=file]')
  await file.setInputFiles(csv('Code,Percent off\nPRESS,100\nA B,10\n'))
  await expect(page.getByRole('dialog', { name: 'Nothing was uploaded' })).toContainText('Row 3, Code: Use 3 to 40')
  await page.keyboard.press('Escape')
  await file.setInputFiles(csv('Code,Percent off\nPRESS,100\n'))
  await expect(page.getByText('1 code added, 0 changed.')).toBeVisible()

  const phone = await openBrowser(await makers.addAttendee())
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.goto(`/events/${event.id}`)
  await useCode(phone, 'NOSUCH')
  await expect(phone.getByText('This event has no such code.')).toBeVisible()
  const notChecked = 'The code could not be checked. Please try again.'
  await failing(phone, 'checkCode', 'gone', notChecked, () => useCode(phone, 'Friends'))
  await phone.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(phone.getByText('FRIENDS: 20% off, 80฿ instead of 100฿.')).toBeVisible()
  await phone.getByRole('button', { name: 'Apply Now' }).click()
  await expect(phone.getByText('You have applied. Please pay now.')).toBeVisible()
  await expect(phone.getByText('80฿').first()).toBeVisible()

  const late = await openBrowser(await makers.addAttendee())
  await late.goto(`/events/${event.id}?code=friends`)
  await expect(late.getByText('This code has been used up. You can apply without it.')).toBeVisible()
  await late.getByRole('button', { name: 'Apply Now' }).click()
  await expect(late.getByText('100฿').first()).toBeVisible()

  // The server decides by a code that could not be checked.
  const guest = await openBrowser(await makers.addAttendee())
  await failing(guest, 'checkCode', 'gone', notChecked, () => guest.goto(`/events/${event.id}?code=press`))
  await guest.getByRole('button', { name: 'Apply Now' }).click()
  await expect(guest.getByText('Event applied successfully!')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('row', { name: /FRIENDS.*1 \/ 1/ })).toBeVisible()

  async function useCode(on: typeof page, code: string) {
    const open = on.getByRole('button', { name: 'Have a code?' })
    const box = on.getByRole('textbox', { name: 'Code' })
    await expect(open.or(box)).toBeVisible()
    if (await open.isVisible()) await open.click()
    await box.fill(code)
    await on.getByRole('button', { name: 'Use', exact: true }).click()
  }
})

test('a visitor comes by a link with a code, sees the hidden ticket type, signs in and gets it', async ({
  page,
  makers,
}) => {
  const types = [
    { name: 'Regular', price: 100 },
    { name: 'Press', is_hidden: true },
  ]
  const event = await makers.addEvent({ ticket_types: types, promptpay_id: '0812345678' })
  const url = `/api/events/${event.id}`
  const { ticket_types } = await makers.send('get', url, {}, event.owner)
  const code = { data: { code: 'PRESS', type_ids: [ticket_types[1].id] } }
  await makers.send('post', `${url}/codes`, code, event.owner)
  const reporter = await makers.addAttendee()

  await page.goto(`/events/${event.id}?code=press`)
  await expect(page.getByText('PRESS: opens Press.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Press/ })).toBeChecked()
  await page.getByRole('link', { name: 'Apply Now' }).click()
  await logIn(page, reporter)
  await expect(page.getByText('Event applied successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'View Ticket' }).click()
  await expect(page.getByText('Press', { exact: true })).toBeVisible()
})

test('once the last page of codes has lost its only code, the page before it is shown', async ({
  page,
  makers,
  login,
}) => {
  const event = await makers.addEvent({ is_free: false, ticket_price: 100, promptpay_id: '0812345678' })
  const data = { csv: `Code,Percent off\n${Array.from({ length: 101 }, (_, n) => `FRIEND${n},10\n`).join('')}` }
  await makers.send('post', `/api/events/${event.id}/codes/import`, { data }, event.owner)
  await login(event.owner)
  await page.goto(`/events/${event.id}/codes?page=2`)
  await expect(page.getByText('101 codes')).toBeVisible()

  await page.getByRole('button', { name: /^Edit FRIEND/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: /^Delete FRIEND.* for good$/ }).click()

  await expect(page.getByText('100 codes')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(101)
})

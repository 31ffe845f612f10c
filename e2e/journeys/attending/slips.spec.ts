import { expect, test } from '../../support/fixtures.ts'
import { picture } from '../../support/picture.ts'

test('a couple pays by one transfer slip, which the organizer confirms, and gets a receipt', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|^failed: |409|422/)
  const paid = { is_free: false, ticket_price: 250.25, promptpay_id: '0812345678' }
  const event = await makers.addEvent({ ...paid, max_party: 2 })
  const payer = await makers.addAttendee()
  const couple = { data: { guests: [{ name: 'Somchai Dee' }] } }
  const ticket = await makers.send('post', `/api/tickets/event/${event.id}/register`, couple, payer)
  await login(payer)
  await page.goto(`/ticket/${ticket.id}`)
  const file = page.getByLabel('Send your transfer slip')
  const heading = page.getByRole('heading', { name: 'Transfer slip' })
  await expect(heading).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(ticket.ticket_number)).toBeVisible()
  await expect(heading).toBeHidden()
  await page.emulateMedia({ media: null })

  const refund = page.getByLabel('PromptPay number for a refund (optional)')
  await refund.fill('123')
  await file.setInputFiles(picture)
  await expect(refund).toHaveAccessibleDescription(/Enter a phone number of 10 digits/)
  await refund.fill('')

  // Reloading the ticket fails too.
  await page.route('**/api/tickets/**', (route) => route.abort())
  await file.setInputFiles(picture)
  await expect(page.getByText('The slip could not be sent. Please try again.')).toBeVisible()
  await file.setInputFiles({ ...picture, name: 'slip.gif', mimeType: 'image/gif' })
  await expect(page.getByText('Only JPEG and PNG files are allowed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  await file.setInputFiles(picture)
  await expect(page.getByText('The slip could not be sent. Please try again.')).toBeVisible()
  await page.unroute('**/api/tickets/**')
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(page.getByText('Your slip is with the organizer.')).toBeVisible()
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('the organizer owes you a refund of what you paid')
  await question.getByRole('button', { name: 'Keep' }).click()
  await page.goto(`/pay/${ticket.id}`)
  await expect(page.getByText('Do not pay again.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^PromptPay QR code/ })).toHaveCount(0)

  const desk = await openBrowser(event.owner)
  await desk.route('**/slip', (route) => route.abort())
  await desk.goto(`/events/${event.id}/applicants`)
  const review = desk.getByRole('region', { name: 'Transfer slip' })
  await desk.getByRole('button', { name: 'Check slip of Malee Suksan' }).press('Enter')
  await expect(review).toBeFocused()
  await desk.getByRole('link', { name: event.event_name }).first().click()
  await desk.getByRole('button', { name: /^View Applicants/ }).click()
  await desk.getByText('Malee Suksan').click()
  await expect(review).toContainText('The slip could not be loaded. Please try again.')
  await desk.unroute('**/slip')
  await review.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(review.getByRole('img', { name: 'Transfer slip' })).toBeVisible()
  await expect(review).toContainText('500.50 baht')
  await desk.route('**/slip/confirm', (route) => route.abort())
  await review.getByRole('button', { name: 'Payment received' }).press('Enter')
  await expect(review).toContainText('This could not be decided. Please try again.')
  await desk.unroute('**/slip/confirm')
  // A decision applies only to the slip on screen, not to a newer one.
  const sent = page.waitForResponse('**/slip')
  await page.getByLabel('Send another slip').setInputFiles(picture)
  await sent
  const seen = desk.waitForResponse('**/slip')
  await review.getByRole('button', { name: 'Payment received' }).press('Enter')
  await expect(review).toContainText('a newer one was sent')
  await seen
  await review.getByRole('button', { name: 'Payment received' }).press('Enter')
  await expect(review).toContainText('You have confirmed this slip.')
  await expect(page.getByText('There is nothing left to pay. The seat is yours.')).toBeVisible()

  await page.route('**/receipt', (route) => route.abort())
  await page.getByRole('link', { name: 'View Ticket' }).click()
  await page.getByRole('link', { name: 'View Receipt' }).click()
  await expect(page.getByText('Failed to fetch data.')).toBeVisible()
  await page.unroute('**/receipt')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article')).toContainText('Five hundred baht and fifty satang')

  const print = page.getByRole('button', { name: 'Print' })
  await print.focus()
  for (const format of ['A4', 'A5']) {
    const file = await page.pdf({ format })
    expect(file.toString('latin1').match(/\/Type \/Page\b/g), format).toHaveLength(1)
  }
  await page.emulateMedia({ media: 'print' })
  for (const around of [print, page.getByRole('banner'), page.getByRole('navigation'), page.getByRole('contentinfo')]) {
    await expect(around.filter({ visible: true })).toHaveCount(0)
  }
})

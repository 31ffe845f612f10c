import { readFileSync } from 'node:fs'
import { expect, test } from '../../support/fixtures.ts'
import { goAndFollow } from '../../support/live.ts'
import { expectCached, loseNetwork, silence } from '../../support/offline.ts'
import { picture } from '../../support/picture.ts'
import { readCode, readPicture } from '../../support/qr-code.ts'

test.use({ serviceWorkers: 'allow' })

test('an applicant with a price to pay gets a QR code for the exact amount, then the ticket', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(silence)
  const priced = { is_free: false, ticket_price: 250.5, promptpay_id: '081-234-5678', promptpay_name: 'Anong Boonmee' }
  const { id, owner } = await makers.addEvent(priced)
  await login(await makers.addAttendee())
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/events/${id}`)
  await expect(page.getByText('You have 1 day to pay')).toBeVisible()

  await page.getByRole('button', { name: 'Apply Now' }).click()

  await expect(page).toHaveURL(/\/pay\/\d+$/)
  const code = page.getByRole('img', { name: 'PromptPay QR code for 250.50฿' })
  await expect(code).toBeVisible()
  await expect(page.getByRole('link', { name: 'send your transfer slip' })).toBeInViewport()
  const text = await readCode(code)
  // PromptPay with the receiver's phone number in international form, and the amount (EMVCo, tags 29 and 54).
  expect(text).toMatch(/^000201.*A00000067701011101130066812345678.*5406250\.50/)
  await expect(page.getByRole('timer')).toHaveText(/^Pay until .* \((1 day|23 hours 59 minutes) left\)\.$/)
  await expect(page.getByText('081-234-5678')).toBeVisible()
  await expect(page.getByText('Anong Boonmee', { exact: true })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save QR code' }).click()
  expect(await readPicture(readFileSync(await (await saving).path()))).toBe(text)

  await page.goto(`/events/${id}`)
  const payNow = page.getByRole('link', { name: 'Pay now' })
  await expect(payNow).toBeInViewport()
  await expect(page.getByText(/^(1 day|23 hours 59 minutes) left$/)).toBeVisible()
  await payNow.click()
  await expect(page).toHaveURL(/\/pay\/\d+$/)

  // Offline the last copy is shown, and a slip cannot be sent. A newer copy, and code of the event's page, may still be loading.
  pageProblems.allow(/^failed: .*\/(pay\/\d+|assets\/[\w-]+\.js)$|ERR_FAILED/)
  await expectCached(page, new URL(page.url()).pathname)
  await loseNetwork(page)
  await page.reload()
  await expect(page.getByText(/^No network\. This is what you had to pay as of \d+:\d\d [AP]M\.$/)).toBeVisible()
  expect(await readCode(code)).toBe(text)
  await expect(page.getByText('081-234-5678')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^Pay until /)
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByRole('timer')).toHaveText(/ left\)\.$/)
  await page.context().setOffline(true)
  await page.getByLabel('Send your transfer slip').setInputFiles(picture)
  await expect(page.getByText('the slip is sent once there is a network')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Your slip is with the organizer.')).toBeVisible()

  const ticketId = Number(/\d+$/.exec(page.url())?.[0])
  await goAndFollow(page, id)
  await makers.send(
    'post',
    `/api/tickets/${ticketId}/slip/refuse`,
    { data: { reason: 'This is another transfer.' } },
    owner,
  )
  await expect(page.getByText('Your slip was not accepted.')).toBeVisible()
  await expect(page.getByText('This is another transfer.')).toBeVisible()
  await page.getByRole('link', { name: 'View Payment' }).click()
  await expect(code).toBeVisible()
  await makers.send('post', `/api/events/${id}/applications/paid`, { data: { applications: [ticketId] } }, owner)

  await expect(page.getByText('There is nothing left to pay. The seat is yours.')).toBeVisible()
  await page.getByRole('link', { name: 'View Ticket' }).click()
  await expect(page.getByRole('img', { name: /^QR code of ticket/ })).toBeVisible()
})

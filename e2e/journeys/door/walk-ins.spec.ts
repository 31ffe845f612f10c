import { randomUUID } from 'node:crypto'
import { addDoorLink, answerOf, openDoor, silence } from '../../support/door.ts'
import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { loseAnswers } from '../../support/offline.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a phone sells walk-ins offline within the seats that it keeps, and each counts once', async ({
  page,
  makers,
  request,
  openBrowser,
  pageProblems,
}) => {
  const event = await makers.addEvent({
    max_attendee: 9,
    is_free: false,
    ticket_price: 250,
    promptpay_id: '0812345678',
  })
  pageProblems.allow(silence)
  const owner = await openBrowser(event.owner)
  await openDoor(owner, `/events/${event.id}/check-in`)
  await owner.getByRole('tab', { name: 'Walk-in' }).click()
  await owner.getByLabel('Set aside, not sold yet').fill('3')
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByText('Saved.')).toBeVisible()

  // The owner's own phone keeps seats too, until it returns them.
  const phone = await openBrowser(event.owner)
  await openDoor(phone, `/events/${event.id}/check-in`)
  await phone.getByRole('tab', { name: 'Walk-in' }).click()
  await expect(phone.getByText(/^Kept on this phone.*3 seats/)).toBeVisible()
  // Releasing seats releases those that it keeps itself, and it keeps new ones as before.
  for (const seats of [1, 3]) {
    await phone.getByLabel('Set aside, not sold yet').fill(String(seats))
    await phone.getByRole('button', { name: 'Save' }).click()
    await expect(phone.getByText(`${9 - seats} more are free. Phones keep ${seats}.`)).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Save' })).toBeFocused()
  }
  await expect(phone.getByText(/^Kept on this phone.*3 seats/)).toBeVisible()
  for (const left of ['Keep up to 5', 'Keep none']) {
    await phone.getByRole('button', { name: 'Keep 5 fewer' }).click()
    await expect(phone.getByText(left)).toBeVisible()
  }
  await expect(phone.getByText(/^Kept on this phone.*0 seats/)).toBeVisible()

  // Its own sale and undo change what is left without waiting for the refresh every five seconds.
  await phone.waitForResponse(/\/door\?/)
  await phone.getByLabel('Set aside, not sold yet').fill('7')
  const release = await hold(phone, '**/walk-ins')
  const sell = phone.getByRole('button', { name: 'Cash 250฿' })
  await sell.click()
  await expect(sell).toHaveAttribute('aria-disabled', 'true')
  await sell.press('Enter')
  release()
  await expect(phone.getByText('8 seats left.')).toBeVisible({ timeout: 3_000 })
  await expect(phone.getByLabel('Set aside, not sold yet'), 'a number being typed stays').toHaveValue('7')
  await phone.waitForResponse(/\/door\?/)
  await phone.getByRole('tab', { name: 'Scans' }).click()
  await phone.getByRole('button', { name: /^Undo the check-in/ }).click()
  await phone.getByRole('tab', { name: 'Walk-in' }).click()
  await expect(phone.getByText('9 seats left.')).toBeVisible({ timeout: 3_000 })

  await openDoor(page, (await addDoorLink(request, event.id, event.owner)).path)
  await page.getByRole('tab', { name: 'Walk-in' }).click()
  await expect(page.getByText(/^Kept on this phone.*3 seats/)).toBeVisible()

  const headerHeight = async () => (await page.getByRole('main').locator('header').boundingBox())?.height
  const onlineHeight = await headerHeight()

  // By PromptPay in two taps, its code on the phone; the answer is lost, and the phone sells its own seat. The price goes up while
  // the guest pays what is shown.
  const restore = await loseAnswers(page, '**/walk-ins')
  await page.getByRole('button', { name: 'PromptPay 250฿' }).click()
  await expect(page.getByRole('img', { name: 'PromptPay QR code for 250฿' })).toBeVisible()
  const number = await page.getByText('081-234-5678', { exact: true }).boundingBox()
  expect(number?.height, 'the number is in one line').toBeLessThan(30)
  await makers.send('patch', `/api/events/${event.id}/edit`, { data: { ticket_price: 300 } }, event.owner)
  await expect(page.getByText('300฿').first()).toBeAttached({ timeout: 10_000 })
  await expect(page.getByRole('img', { name: 'PromptPay QR code for 250฿' })).toBeVisible()
  await page.getByRole('button', { name: 'Paid: let in' }).click()
  await expect(answerOf(page)).toContainText('Welcome')
  await expect(answerOf(page)).toContainText('250฿ by PromptPay')
  await page.context().setOffline(true)
  await restore()
  const cash = page.getByRole('button', { name: 'Cash 300฿' })
  await page.getByLabel('Name (optional)').fill('Ton')
  await cash.dblclick()
  await expect(answerOf(page)).toContainText('Ton')
  await expect(page.getByText('Offline: this phone can sell 1 more seat.')).toBeVisible()
  await page.getByRole('button', { name: 'Free' }).click()
  await expect(page.getByText('There is no network, and this phone keeps no seats to sell.')).toBeVisible()
  await expect(cash).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('3 / 3')).toBeVisible()
  await expect(page.getByText('Offline: 3 scans waiting to be sent')).toBeVisible()
  expect(await headerHeight()).toBe(onlineHeight)

  // The last one was a mistake.
  await page.getByRole('tab', { name: 'Guest list' }).click()
  await page.getByRole('button', { name: 'Undo the entry of Walk-in' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 / 2')).toBeVisible()
  // The organizer thinks that the phone is lost. What it has sold still finds seats.
  await owner.getByRole('button', { name: /^Take back the seats of / }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Take Back' }).click()
  await expect(owner.getByText(/ no longer keeps any seats\.$/)).toBeVisible()
  await page.context().setOffline(false)

  await expect(page.getByText('Online', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('2 / 2')).toBeVisible()
  await owner.getByRole('tab', { name: 'Guest list' }).click()
  await expect(owner.getByRole('listitem').filter({ hasText: 'Ton' })).toContainText('Walk-in')
  const { sale, held } = await makers.send('get', `/api/events/${event.id}/door`, {}, event.owner)
  expect([held, sale.types[0].set_aside]).toEqual([2, 1])
})

test('an open list of applicants counts again when seats are set aside, and when one of them is sold', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const event = await makers.addEvent({ max_attendee: 100 })
  const url = `/api/events/${event.id}`
  await login(event.owner)
  await page.goto(`/events/${event.id}/applicants`)
  await expect(page.getByText('0 of 100 seats are taken.', { exact: true })).toBeVisible()

  await makers.send('put', `${url}/door/seats`, { data: { seats: 2, ticket_type_id: null } }, event.owner)
  await expect(page.getByText('0 of 100 seats are taken. 2 seats are set aside for the door.')).toBeVisible()

  const scanned_at = new Date().toISOString()
  const sale = { ticket_type_id: null, payment: 'free', price_satang: 0, scanned_at, let_in: false }
  const sell = (...names: string[]) => {
    const walk_ins = names.map((name) => ({ ...sale, scan_id: randomUUID(), name }))
    return makers.send('post', `${url}/walk-ins`, { data: { device: 'Gate 1', walk_ins } }, event.owner)
  }
  await sell('Ton')
  await expect(page.getByText('1 of 100 seats are taken. 1 seat is set aside for the door.')).toBeVisible()
  const rows = page.getByRole('list', { name: 'Applicants' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Ton' })).toBeVisible()

  // Of a long list it loads all that are shown, also after it could not.
  await sell(...Array.from({ length: 60 }, (_, n) => `Guest ${n}`))
  await page.getByRole('button', { name: 'Show more (11 left)' }).click()
  await expect(rows).toHaveCount(61)
  await failing(page, 'listApplicants', 'gone', 'The applicants could not be loaded. Please try again.', () =>
    sell('Last'),
  )
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(rows).toHaveCount(62)
})

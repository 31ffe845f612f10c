import type { Locator } from '@playwright/test'
import { silence } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { expectCached, loseNetwork, storedBy } from '../../support/offline.ts'

test.use({ serviceWorkers: 'allow' })

test('four apply together; a ticket is sent by link and by mail, passed on, printed and given back, also the own one', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  const event = await makers.addEvent({
    ...{ max_party: 4, max_attendee: 50, is_free: false, ticket_price: 90 },
    ...{ questions: [{ kind: 'short', text: 'Any allergy?' }], questions_per_guest: true },
  })
  const mali = await makers.addAttendee()
  await login(mali)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.goto(`/events/${event.id}`)

  const seats = page.getByRole('region', { name: 'Seats' })
  for (let guest = 0; guest < 3; guest++) await seats.getByRole('button', { name: 'Add a seat' }).click()
  await expect(seats.getByText('Total 360฿')).toBeVisible()
  await expect(page.getByText('4 seats, 360฿')).toBeVisible()
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await expect(seats.getByText('Enter the name of this guest.')).toHaveCount(3)
  await expect(seats.getByLabel('Guest 1')).toBeFocused()
  for (const [place, name] of ['Somchai Dee', 'Nok', 'Lek'].entries())
    await seats.getByLabel(`Guest ${place + 1}`).fill(name)
  await page.getByRole('button', { name: 'Apply Now' }).click()
  const asking = page.getByRole('dialog')
  const ofNok = asking.getByRole('region', { name: 'Nok' }).getByLabel('Any allergy?')
  await asking.getByLabel('Any allergy?').first().fill('None')
  await ofNok.fill('Peanuts')
  // Answers are saved with a short delay. In this browser Back leaves the page.
  await expect.poll(async () => (await storedBy(page)).values.join()).toContain('answers/')
  await page.goBack()
  await page.goto(`/events/${event.id}`)
  await expect(seats.getByLabel('Guest 3')).toHaveValue('Lek')
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await expect(asking.getByLabel('Any allergy?').first()).toHaveValue('None')
  // What others told about themselves is not stored on this device.
  await expect(ofNok).toHaveValue('')
  await ofNok.fill('Peanuts')
  await asking.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByText('Event applied successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Tickets' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('apply_choice'))).toBe('null')

  const release = await hold(page, `**/api/events/${event.id}/card`)
  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'My Tickets' }).click()
  await expect(page.getByText('Ticket 1 of 4')).toBeVisible()
  await page.getByRole('button', { name: 'Next ticket' }).click()
  await expect(page.getByText('Somchai Dee')).toBeVisible()
  release()
  await expect(page.getByText(event.event_name)).toBeVisible()
  await swipe(page.getByText('Ticket 2 of 4'), 200)
  await expect(page.getByText('Ticket 1 of 4')).toBeVisible()
  await swipe(page.getByText('Ticket 1 of 4'), -200)
  // Scrolling is no swipe.
  await swipe(page.getByText('Ticket 2 of 4'), 100, -300)
  await page.getByRole('link', { name: /^View Ticket/ }).click()
  await expect(page.getByText('Ticket 2 of 4')).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()

  const [mine, guest, nok] = await makers.send('get', `/api/tickets/user/${mali.id}`, {}, mali)
  const phone = await openBrowser()
  await phone.goto(`/guest-ticket/${guest.ticket_id}`)
  await expect(phone.getByRole('heading', { name: 'Your Ticket' })).toBeVisible()
  await expect(phone.getByText('Somchai Dee')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Print' })).toBeVisible()
  expect(await phone.content()).not.toContain(mine.ticket_number)
  await expectCached(phone, `/guest-ticket/${guest.ticket_id}`)
  pageProblems.allow(silence)
  await loseNetwork(phone)
  await phone.reload()
  await expect(phone.getByText(/^No network. This is your ticket as of/)).toBeVisible()
  await expect(phone.getByRole('img', { name: `QR code of ticket ${guest.ticket_number}` })).toBeVisible()
  await phone.context().setOffline(false)

  await page.getByRole('button', { name: 'Send to Guest' }).click()
  const sending = page.getByRole('dialog', { name: `Send ticket ${guest.ticket_number}` })
  const email = sending.getByLabel('Email of your guest')
  pageProblems.allow(/status of 422/)
  await email.fill('somchai')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(email).toHaveAccessibleDescription('Enter a valid email address.')
  await email.fill('somchai@example.com')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(`Ticket ${guest.ticket_number} was sent to somchai@example.com.`)).toBeVisible()

  await page.getByRole('button', { name: 'Pass On' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pass this ticket on to somebody else?' })
  await dialog.getByLabel('New name').fill('Prasit Jai')
  await dialog.getByRole('button', { name: 'Pass On' }).click()
  await expect(page.getByText('The ticket has a new name and a new code.')).toBeVisible()
  await expect(page.getByText('Prasit Jai').first()).toBeVisible()
  pageProblems.allow(/status of 404/)
  await phone.reload()
  await expect(phone.getByText(/^This link no longer works. The ticket may have been passed on/)).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Go to My Tickets' })).toHaveCount(0)
  await expect(phone.getByRole('button', { name: 'Print' })).toHaveCount(0)

  // Answers at once, and the test ends the printing.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print All Tickets' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toHaveCount(4)
  const file = await page.pdf({ format: 'A4' })
  expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(4)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Give Back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give Back' }).click()
  await expect(page.getByText('The ticket was given back.')).toBeVisible()
  await expect(page.getByText('Ticket 1 of 3')).toBeVisible()
  await page.goto(`/virtual-ticket/${guest.id}`)
  await expect(page.getByText('This ticket was given back.')).toBeVisible()
  await page.getByRole('link', { name: 'View Your Other Tickets' }).click()
  await expect(page).toHaveURL(`/virtual-ticket/${mine.id}`)
  await page.getByRole('button', { name: 'Give Back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give Back' }).click()
  await expect(page.getByText('Ticket 1 of 2')).toBeVisible()
  await expect(page.getByRole('article', { name: `Ticket ${nok.ticket_number}` })).toBeVisible()
  const { current_attendees } = await (await page.request.get(`/api/events/${event.id}`)).json()
  expect(current_attendees).toBe(2)
})

test('a ticket that was given back elsewhere is neither sent nor given back, and no longer offers to be', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const event = await makers.addEvent({ max_party: 4 })
  const holder = await makers.addAttendee()
  const party = { data: { guests: [{ name: 'Nok' }, { name: 'Mali' }] } }
  await makers.send('post', `/api/tickets/event/${event.id}/register`, party, holder)
  const [, guest, other] = await makers.send('get', `/api/tickets/user/${holder.id}`, {}, holder)
  const giveBackElsewhere = (id: number) => makers.send('delete', `/api/tickets/${id}/cancel?one_seat=true`, {}, holder)
  await login(holder)
  await page.goto(`/virtual-ticket/${guest.id}`)
  await page.getByRole('button', { name: 'Send to Guest' }).click()
  await page.getByLabel('Email of your guest').fill('nok@example.com')
  await giveBackElsewhere(guest.id)

  pageProblems.allow(/status of 409/)
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('This ticket is no longer active.')).toBeVisible()
  await expect(page.getByText('This ticket was given back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to Guest' })).toHaveCount(0)

  await page.goto(`/virtual-ticket/${other.id}`)
  await page.getByRole('button', { name: 'Give Back' }).click()
  await giveBackElsewhere(other.id)
  await page.getByRole('dialog').getByRole('button', { name: 'Give Back' }).click()
  await expect(page.getByText('This ticket is no longer active.')).toBeVisible()
  await expect(page.getByText('This ticket was given back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Give Back' })).toHaveCount(0)
})

/** One finger that moves by so many pixels, sideways and down. */
function swipe(place: Locator, across: number, along = 0) {
  const moved = { across, along }
  return place.evaluate((target, { across, along }) => {
    const at = (clientX: number, clientY: number) => [new Touch({ identifier: 1, target, clientX, clientY })]
    target.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: at(300, 300) }))
    target.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: at(300 + across, 300 + along) }))
  }, moved)
}

import type { Page } from '@playwright/test'
import { expect, type Person, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'
import { loseAnswers } from '../../support/offline.ts'
import { readCode } from '../../support/qr-code.ts'

test('an organizer publishes an event and an attendee applies for it and shows the ticket', async ({
  page,
  makers,
  login,
  openBrowser,
}) => {
  test.slow()
  const organizer = await makers.addAttendee()
  const attendee = await makers.addAttendee()
  const event_name = `คอนเสิร์ต Moonlight ${makers.uniqueName()}`

  await login(organizer)
  await becomeOrganizer(page, organizer)
  await publishEvent(page, event_name)

  const phone = await openBrowser(attendee)
  await phone.setViewportSize({ width: 360, height: 740 })
  await findEvent(phone, event_name)
  await phone.getByRole('button', { name: 'Apply Now' }).click()
  await expect(phone.getByText('Event applied successfully!')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Unapply' })).toBeVisible()

  await phone.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'My Tickets' }).click()
  await expect(phone.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
  await expect(phone.getByText(event_name)).toBeVisible()
  await phone.getByRole('link', { name: /^View Ticket/ }).click()

  await expect(phone.getByRole('heading', { name: 'Virtual Ticket' })).toBeVisible()
  const code = phone.getByRole('img', { name: /^QR code/ })
  // Without its quiet zone.
  expect((await code.locator('path').boundingBox())?.width).toBeCloseTo(200, 0)
  expect(JSON.parse(await readCode(code))).toMatchObject({
    ticket_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    event_name,
    fullname: 'Malee Suksan',
    register_date: new Date().toLocaleDateString('en-US', { timeZone: 'Asia/Bangkok' }),
    status: 'Active',
  })
  await phone.getByRole('button', { name: 'Validate Ticket' }).click()
  await expect(phone.getByText('This ticket is valid for the event.')).toBeVisible()
})

test('applying on an outdated page of a full event is refused, and shown as successful if the response is lost', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const { id } = await makers.addEvent({ max_attendee: 1, waiting_list: false })
  const [late, quick] = [await makers.addAttendee(), await makers.addAttendee()]
  pageProblems.allow(/409|ERR_FAILED|^failed: /)
  await keepOld(page)

  await login(late)
  await page.goto(`/events/${id}`)
  await expect(page.getByRole('button', { name: 'Apply Now' })).toBeVisible()
  await makers.addTicket(id, quick)
  await page.getByRole('button', { name: 'Apply Now' }).click()

  await expect(page.getByRole('alert')).toContainText('This event is full.')
  const apply = page.getByRole('button', { name: 'Apply Now', disabled: true })
  await expect(apply).toHaveAccessibleDescription('This event is full.')

  const { id: other } = await makers.addEvent()
  await loseAnswers(page, '**/register')
  await page.goto(`/events/${other}`)
  await page.getByRole('button', { name: 'Apply Now' }).click()

  await expect(page.getByText('Event applied successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Ticket' })).toBeVisible()
})

async function becomeOrganizer(page: Page, { username }: Person) {
  await page.goto('/become-organizer')
  await page.getByLabel('Organizer Name').fill(`House of ${username}`)
  await page.getByLabel('Email').fill('team@example.com')
  await page.getByLabel('Organizer Type').selectOption({ label: 'Company' })
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByText('Application to become an organizer submitted successfully!')).toBeVisible()
}

/** Fills all five tabs of the form. */
async function publishEvent(page: Page, event_name: string) {
  await page.getByRole('link', { name: 'Create Event +' }).click()
  await expect(page.getByRole('heading', { name: 'Create Your Event' })).toBeVisible()
  await page.getByLabel('Event Name').fill(event_name)
  await page.getByLabel('Short Description').fill('An evening of songs under the moon.')
  await page.getByRole('textbox', { name: 'Detailed Description' }).fill('## Programme\n\nSongs, then food.')
  await page.getByLabel('Category').selectOption({ label: 'Concert' })

  await page.getByRole('tab', { name: 'Location' }).click()
  await page.getByLabel('Address').fill('Lumphini Park, Bangkok')

  await page.getByRole('tab', { name: 'Date & Time' }).click()
  await page.getByLabel('Registration Opening').fill(bangkokClock(-1))
  await page.getByLabel('Registration Closing').fill(bangkokClock(6))
  await page.getByLabel('Event Start').fill(bangkokClock(7))
  await page.getByLabel('Event End').fill(bangkokClock(7.2))

  await page.getByRole('tab', { name: 'Ticketing (optional)' }).click()
  await page.getByLabel('Maximum Attendees').fill('50')

  await page.getByRole('tab', { name: 'Contact & Social (optional)' }).click()
  await page.getByLabel('Contact Email').fill('team@example.com')

  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expect(page.getByText('Event created successfully!')).toBeVisible()
  await expect(page).toHaveURL('/')
}

async function findEvent(page: Page, event_name: string) {
  await page.goto('/discover')
  await page.getByPlaceholder('Search events...').fill(event_name.slice(-8))
  // The list changes under the pointer, so wait until only the searched event is shown.
  await expect(page.getByRole('heading', { name: '1 event', exact: true })).toHaveCount(1)
  await page.getByRole('main').getByRole('heading', { name: event_name }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: event_name, level: 1 })).toBeVisible()
}

/** The value of a date-and-time field, this many days from now. */
function bangkokClock(days: number): string {
  return new Date(Date.now() + (days * 24 + 7) * 3_600_000).toISOString().slice(0, 16)
}

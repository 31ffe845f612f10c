import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'

test('deleting an event asks once, and calls the event off if anybody holds a ticket', async ({
  page,
  makers,
  login,
}) => {
  const { id, event_name, owner } = await makers.addEvent({ event_name: `Called off ${makers.uniqueName()}` })
  await makers.addEvent({ event_name: 'Unwanted' }, owner)
  const [holder, quitter] = [await makers.addAttendee(), await makers.addAttendee()]
  await makers.addTicket(id, holder)
  await makers.cancelTicket((await makers.addTicket(id, quitter)).id, quitter)
  await makers.addTicket(id, quitter)

  await login(owner)
  await page.goto('/my-events')
  await askToDelete(page, 'Unwanted')
  await expect(page.getByRole('dialog')).toContainText('Nobody holds a ticket.')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Event' }).click()
  await expect(page.getByText('The event was deleted.')).toBeVisible()

  await expect(page.getByText('2 attending')).toBeVisible()
  await askToDelete(page, event_name)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 seats are taken')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByRole('heading', { name: event_name })).toBeVisible()

  await askToDelete(page, event_name)
  await dialog.getByRole('button', { name: 'Delete Event' }).click()
  await expect(page.getByText('The event was called off. Everyone who had applied is notified by email.')).toBeVisible()
  await expect(page.getByText('No events available')).toBeVisible()

  await page.getByRole('link', { name: 'Past' }).click()
  await page.getByRole('region', { name: 'Called off' }).getByRole('link', { name: event_name }).click()
  await expect(page).toHaveURL(`/events/${id}/manage`)
})

test('an organizer searches, sorts and downloads the applicants of an event, who see only names', async ({
  page,
  makers,
  login,
  openBrowser,
}) => {
  const { id, event_name, owner } = await makers.addEvent({ event_name: `Wanted ${makers.uniqueName()}` })
  const people = [await makers.addAttendee(), await makers.addAttendee(), await makers.addAttendee()]
  for (const person of people) await makers.addTicket(id, person)
  // Search and sorting appear above twenty applicants.
  const invited = Array.from({ length: 18 }, (_, n) => ({ name: `Guest ${n}`, email: `guest${n}@example.com` }))
  await makers.send('post', `/api/events/${id}/invitations`, { data: { people: invited } }, owner)
  const { username } = people[1] ?? owner

  await login(owner)
  await page.goto('/my-events')
  await page.getByRole('button', { name: `View Applicants of ${event_name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Event Applicants' })
  await expect(dialog.getByText('21 applicants')).toBeVisible()
  await expect(dialog.getByText('Approved')).toHaveCount(3)

  await dialog.getByLabel('Sort').selectOption('Oldest')
  await expect(dialog.getByRole('listitem').first()).toContainText(people[0]?.username ?? '')
  await dialog.getByLabel('Search').fill(username)
  await expect(dialog.getByText('1 applicant', { exact: true })).toBeVisible()
  await dialog.getByText(`@${username}`).click()
  await expect(dialog.getByRole('link', { name: `${username}@example.com` })).toBeVisible()

  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  const table = await readFile(await (await file).path(), 'utf8')
  expect(table.startsWith('\uFEFFFirst name,')).toBe(true)
  expect(table.trim().split('\r\n')).toHaveLength(22)

  await dialog.getByRole('link', { name: 'All applicants' }).click()
  await expect(page).toHaveURL(`/events/${id}/applicants`)
  await expect(page.getByRole('status').getByText('21 applicants')).toBeVisible()

  const other = await openBrowser(await makers.addAttendee())
  await other.goto(`/events/${id}`)
  const apply = other.getByRole('button', { name: 'Apply Now' })
  const list = other.getByRole('button', { name: 'View Applicants' })
  await expect(apply).toBeVisible()
  await expect(list).toHaveCount(0)
  await apply.click()
  await list.click()
  const names = other.getByRole('dialog', { name: 'Event Applicants' })
  await expect(names.getByText(people.at(-1)?.username ?? '')).toBeVisible()
  await expect(names.getByText('example.com')).toHaveCount(0)
  await expect(names.getByRole('button', { name: 'Download CSV' })).toHaveCount(0)
})

test('My Events can be searched, shows what needs attention, and copies an event with its picture', async ({
  page,
  makers,
  login,
}) => {
  const { id, owner } = await makers.addEvent({
    event_name: 'River concert',
    address: 'Sathorn Pier',
    max_attendee: 3,
    category: 'CONCERT',
  })
  await makers.addBanner(id, owner)
  await makers.addEvent({ event_name: 'Chess evening' }, owner)
  await makers.addTicket(id, await makers.addAttendee())
  await login(owner)

  await page.goto('/my-events?search=concert')
  const door = page.getByRole('link', { name: 'Check in at River concert' })
  await expect(door).toHaveAttribute('href', `/events/${id}/check-in`)
  await expect(page.getByRole('heading', { name: 'Chess evening' })).toHaveCount(0)
  const attention = page.getByRole('list', { name: 'Needs attention' })
  await expect(attention.getByRole('listitem')).toHaveText(['1 new applicant', '2 seats left'])
  await expect(attention.getByRole('link', { name: '1 new applicant' })).toHaveAttribute(
    'href',
    `/events/${id}/applicants`,
  )
  await page.getByRole('button', { name: 'View Applicants of River concert' }).click()
  await expect(page.getByRole('dialog').getByText('1 applicant', { exact: true })).toBeVisible()
  let loads = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events/my-events') loads += 1
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(attention.getByRole('listitem')).toHaveText(['2 seats left'])
  expect(loads, 'My Events loads once').toBe(1)
  await page.getByRole('link', { name: 'Past' }).click()
  await expect(page.getByText('No events found')).toBeVisible()
  await page.getByRole('link', { name: 'Upcoming' }).click()

  await page.getByRole('button', { name: 'More about River concert' }).click()
  await page.getByRole('menuitem', { name: 'Copy with new dates' }).click()
  await expect(page.getByRole('heading', { name: 'Create Your Event' })).toBeVisible()
  await expect(page.getByLabel('Event Name')).toHaveValue('River concert')
  await expect(page.getByLabel('Category')).toHaveValue('CONCERT')
  await expect(page.getByAltText('Preview of the banner')).toHaveAttribute('src', /^\/pictures\//)
  await page.getByRole('tab', { name: 'Date & Time' }).click()
  await expect(page.getByLabel('Event Start')).toHaveValue('')
})

async function askToDelete(page: Page, eventName: string) {
  await page.getByRole('button', { name: `More about ${eventName}` }).click()
  await page.getByRole('menuitem', { name: 'Delete Event' }).click()
}

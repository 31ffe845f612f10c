import type { Page } from '@playwright/test'
import type { CallName } from '#contract/calls.ts'
import { failing, failures, follow, noAnswer, type Way } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'

const again = (page: Page) => page.locator('main').getByRole('button', { name: 'Try Again' })

test('a page whose data fails to load shows the error, and loads on a retry', async ({
  page,
  makers,
  login,
  request,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const event = await makers.addEvent()
  const { organizer } = await (await request.get(`/api/events/${event.id}`)).json()
  const attendee = await makers.addAttendee()
  const addTicket = async () => makers.addTicket((await makers.addEvent()).id, attendee)
  const [first, second, third] = [await addTicket(), await addTicket(), await addTicket()]
  await addTicket()
  await keepOld(page)
  await page.clock.install()
  await login(attendee)
  await page.goto('/team/contact')

  const noData = 'Error fetching data: {reason}'
  const pages: [call: CallName, way: Way, message: string, path: string, heading: string | RegExp][] = [
    ['listEvents', 'broken', noData, '/', 'Find your next event'],
    ['listEvents', 'busy', noData, '/discover', 'Discover'],
    ['showEvent', 'broken', noData, `/events/${event.id}`, event.event_name],
    ['showOrganizer', 'broken', noData, `/organizers/${organizer.id}`, organizer.organizer_name],
    ['listBookmarks', 'hanging', 'Error fetching bookmarked events: {reason}', '/bookmarks', 'Bookmarks'],
    ['showInformation', 'page', '{reason}', '/team/about-us', 'About Us'],
  ]
  for (const [call, way, message, path, heading] of pages) {
    await failing(page, call, way, message, () => follow(page, path))
    await again(page).click()
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }

  // Tickets that are not saved on this device.
  await failing(page, 'showTicket', 'gone', 'Failed to fetch data.', () => follow(page, `/virtual-ticket/${first.id}`))
  await again(page).click()
  await expect(page.getByText(first.ticket_number)).toBeVisible()
  await failing(page, 'showEventCard', 'page', 'Failed to fetch data.', () =>
    follow(page, `/virtual-ticket/${second.id}`),
  )
  await again(page).click()
  await expect(page.getByText(second.ticket_number)).toBeVisible()
  await failing(page, 'showTicket', 'page', 'Failed to fetch data.', () => follow(page, `/ticket/${third.id}`))
  await again(page).click()
  await expect(page.getByText(third.ticket_number)).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0)

  const priced = await makers.addEvent({ is_free: false, ticket_price: 90, promptpay_id: '0812345678' })
  const unpaid = await makers.addTicket(priced.id, attendee)
  await failing(page, 'showTicket', 'page', 'Failed to fetch data.', () => follow(page, `/pay/${unpaid.id}`))
  await failing(page, 'showPayment', 'gone', 'Failed to fetch data.', () => again(page).click())
  await again(page).click()
  await expect(page.getByText('081-234-5678')).toBeVisible()

  await failing(page, 'listTickets', 'gone', 'Failed to fetch tickets or events.', () => follow(page, '/my-tickets'))
  await failing(page, 'showEventCard', 'gone', 'Failed to fetch tickets or events.', () => again(page).click())
  await expect(page.getByText('Not available')).toHaveCount(2)
  await again(page).click()
  await expect(page.getByText('Not available')).toHaveCount(0)
})

test('following a link offline shows a message, and the page opens once the network is back', async ({
  page,
  makers,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const event = await makers.addEvent()
  await keepOld(page)
  await page.clock.install()
  await page.goto('/team/contact')
  // React Router fetches loader data from the server.
  const data = '**/*.data*'
  const hotel = { contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }

  for (const [path, heading] of [
    ['/', 'Find your next event'],
    [`/events/${event.id}`, event.event_name],
  ] as const) {
    await page.route(data, (route) => (path === '/' ? route.abort() : route.fulfill(hotel)))
    await follow(page, path)
    await expect(page.getByText(`Error fetching data: ${noAnswer}`)).toBeVisible()
    await page.unroute(data)
    await again(page).click()
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }

  await page.route(data, () => {})
  await follow(page, '/discover')
  for (const words of ['Preparing your experience', 'Loading event details', 'Setting up the magic', 'Almost there']) {
    await expect(page.getByText(words)).toBeVisible()
    await page.clock.runFor(2_000)
  }
  await page.clock.runFor(30_000)
  await expect(page.getByText(`Error fetching data: ${noAnswer}`)).toBeVisible()
  await page.unroute(data)
  await again(page).click()
  const search = page.getByPlaceholder('Search events...')
  await page.route(data, (route) => route.abort())
  await search.fill('nothing like this')
  await page.clock.runFor(1_000)
  await expect(page.getByText(`Error fetching data: ${noAnswer}`)).toBeVisible()
  await expect(search).toHaveValue('nothing like this')
  await page.unroute(data)
  await again(page).click()
  await expect(page.getByText('No events found').first()).toBeVisible()
})

import { expectEvent, fillEvent } from '../../support/event-form.ts'
import { fullEvent } from '../../support/full-event.ts'
import { expect, testWith } from '../../support/own-product.ts'

const nowhere = 'http://127.0.0.1:9'
const test = testWith({ GEOCODER_URL: nowhere, MAP_TILES_URL: `${nowhere}/{z}/{x}/{y}.png` })

test('an event is published, read and changed with the map service down', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  test.slow()
  pageProblems.allow(/127\.0\.0\.1:9|net::ERR|status of 503/)
  const event_name = `Without a map ${makers.uniqueName()}`
  const renamed = `Still none ${makers.uniqueName()}`
  await login(await makers.addOrganizer())

  await page.goto('/create-event')
  await fillEvent(page, fullEvent(event_name))
  await page.getByRole('tab', { name: 'Location' }).click()
  await expect(page.getByText('The map cannot be shown right now.')).toBeVisible()
  await page.getByLabel('Address').fill('')
  await page.getByLabel('Address').pressSequentially('siam', { delay: 30 })
  await expect(page.getByText('Places cannot be looked up right now. You can still type the address.')).toBeVisible()
  await page.getByLabel('Address').fill('ชั้น 5 อาคารเอ ถนนพหลโยธิน กรุงเทพฯ')
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expect(page.getByText('Event created successfully!')).toBeVisible()

  await page.goto('/my-events')
  await page.getByRole('heading', { name: event_name }).getByRole('link').click()
  const place = page.getByRole('region', { name: 'Location', exact: true })
  await place.scrollIntoViewIfNeeded()
  await expect(place.getByText('ชั้น 5 อาคารเอ ถนนพหลโยธิน กรุงเทพฯ')).toBeVisible()
  await expect(place.getByText('The map cannot be shown right now.')).toBeVisible()

  await page.goto(`${page.url()}/edit`)
  await expectEvent(page, fullEvent(event_name))
  await fillEvent(page, { 'Basic Details': { 'Event Name': renamed }, Location: { Address: 'Somewhere else' } })
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()
  await expect(place.getByText('Somewhere else')).toBeVisible()
})

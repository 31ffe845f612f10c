import type { Page } from '@playwright/test'
import { fillEvent } from '../../support/event-form.ts'
import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { fullEvent } from '../../support/full-event.ts'
import { keepOld } from '../../support/live.ts'

test.slow()

test('a place is found by typing its name or moving the pin, which never overwrites a typed address', async ({
  page,
  makers,
  login,
}) => {
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  await fillEvent(page, { ...fullEvent(`On the map ${makers.uniqueName()}`), Location: { 'Online event': false } })
  await fillEvent(page, { 'Basic Details': { Visibility: 'Public' } })
  await page.getByRole('tab', { name: 'Location' }).click()
  const address = page.getByLabel('Address')
  await expect(pinOn(page)).toBeVisible()

  await page.getByRole('region', { name: 'Map of the place' }).click({ position: { x: 60, y: 200 } })
  await expect(address).toHaveValue(/^หอศิลปวัฒนธรรม/)
  await address.fill('บ้านของฉัน')
  await drag(page)
  await expect(page.getByText('At the pin: หอศิลปวัฒนธรรม')).toBeVisible()
  await expect(address).toHaveValue('บ้านของฉัน')
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(address).toHaveValue(/^หอศิลปวัฒนธรรม/)
  await expect(address).toBeFocused()

  // Moved step by step, it is looked up once, where it stops.
  await address.fill('')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/places/reverse')) asked.push(request.url())
  })
  await page.getByRole('button', { name: 'Move the pin up' }).evaluate((button: HTMLButtonElement) => {
    for (let step = 0; step < 12; step += 1) button.click()
  })
  await expect(address).toHaveValue(/^หอศิลปวัฒนธรรม/)
  expect(asked).toHaveLength(1)

  // Enter searches instead of submitting the form.
  await address.fill('')
  await address.pressSequentially('siam', { delay: 30 })
  await address.press('Enter')
  await expect(page.getByRole('option')).toHaveCount(2)
  await address.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(address).toHaveValue('siam')
  await expect(page.getByRole('tab', { name: 'Location' })).toHaveAttribute('aria-selected', 'true')

  await address.fill('')
  await address.pressSequentially('siam', { delay: 30 })
  await expect(page.getByRole('option')).toHaveCount(2)
  await address.press('ArrowDown')
  await address.press('Enter')
  await expect(address).toHaveValue('Siam Paragon, 991 Rama I Road, Pathum Wan, Bangkok 10330')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.getByRole('button', { name: 'Move the pin left' }).click()
  await expect(address).toHaveValue(/^หอศิลปวัฒนธรรม/)

  const event = await create(page)
  expect(event.latitude).toBeCloseTo(13.7466, 3)
  expect(event.longitude).toBeLessThan(100.534958)
  expect(event.longitude).toBeCloseTo(100.534, 3)
  await page.goto(`/events/${event.id}`)
  await page.getByRole('region', { name: 'Location', exact: true }).scrollIntoViewIfNeeded()
  await expect(pinOn(page)).toBeVisible()
})

test('an event is published, read and changed with the map service down', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  await page.route('**/tiles/**', (route) => route.abort())
  await login(await makers.addOrganizer())

  await page.goto('/create-event')
  await fillEvent(page, fullEvent(`Without a map ${makers.uniqueName()}`))
  await page.getByRole('tab', { name: 'Location' }).click()
  await expect(page.getByText('The map cannot be shown right now.')).toBeVisible()
  const address = page.getByLabel('Address')
  await address.fill('')
  const down = 'Places cannot be looked up right now. You can still type the address.'
  await failing(page, 'searchPlaces', 'busy', down, () => address.pressSequentially('siam', { delay: 30 }))
  await address.fill('ชั้น 5 อาคารเอ')
  const { id } = await create(page)

  await page.goto(`/events/${id}`)
  const place = page.getByRole('region', { name: 'Location', exact: true })
  await place.scrollIntoViewIfNeeded()
  await expect(place.getByText('ชั้น 5 อาคารเอ')).toBeVisible()
  await expect(place.getByText('The map cannot be shown right now.')).toBeVisible()

  await page.getByRole('link', { name: 'Edit Event' }).click()
  await fillEvent(page, { Location: { Address: 'Somewhere else' } })
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()
  await expect(place.getByText('Somewhere else')).toBeVisible()
})

test('the map library is loaded only where a map is visible, and an event without a marked place has no pin', async ({
  page,
  makers,
  login,
}) => {
  const { id, owner } = await makers.addEvent({ is_online: true })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/(open|google)-map/.test(request.url())) fetched.push(request.url())
  })
  await keepOld(page)
  await login(owner)

  for (const path of [`/events/${id}`, '/create-event']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(fetched).toEqual([])

  await page.getByRole('tab', { name: 'Location' }).click()
  await expect(pinOn(page)).toBeVisible()
  expect(fetched).toContainEqual(expect.stringMatching(/open-map.*\.js$/))

  const unmarked = await makers.addEvent({ address: 'Somewhere in Bangkok' }, owner)
  await page.goto(`/events/${unmarked.id}`)
  await page.getByRole('region', { name: 'Location', exact: true }).scrollIntoViewIfNeeded()

  await expect(page.getByText('The exact place is not marked on the map.')).toBeVisible()
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible()
  await expect(pinOn(page)).toHaveCount(0)
})

/** Sends the form, and returns the event. */
async function create(page: Page): Promise<{ id: number; latitude: number; longitude: number }> {
  const created = page.waitForResponse('**/api/events/create-event')
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  return (await created).json()
}

const pinOn = (page: Page) => page.getByRole('region', { name: 'Map of the place' }).locator('.map-pin')

async function drag(page: Page) {
  const pin = await pinOn(page).boundingBox()
  const [x, y] = [(pin?.x ?? 0) + 22, (pin?.y ?? 0) + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 70, y + 30, { steps: 5 })
  await page.mouse.up()
}

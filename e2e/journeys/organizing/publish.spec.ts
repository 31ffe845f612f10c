import { picture } from '../../support/banner.ts'
import { addTags, expectEvent, fillEvent } from '../../support/event-form.ts'
import { expect, test } from '../../support/fixtures.ts'
import { fullEvent, fullEventLinks, fullEventPage, otherEvent } from '../../support/full-event.ts'
import { hold } from '../../support/hold.ts'
import { loseAnswers } from '../../support/offline.ts'
import { readCode } from '../../support/qr-code.ts'

test.slow()

test('every field of a published event is on its page and can be changed', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/net::ERR_FAILED|failed: .*create-event/)
  const event_name = `งานรวมพล ${makers.uniqueName()}`
  const renamed = `ดนตรี ${makers.uniqueName()}`
  await login(await makers.addOrganizer())

  await page.goto('/create-event')
  await fillEvent(page, fullEvent(event_name))
  await addTags(page, 'javascript', 'ไทย')
  await page.getByLabel('Banner').setInputFiles(picture)
  const create = page.getByRole('button', { name: 'Create Event', exact: true })
  const restore = await loseAnswers(page, '**/api/events/create-event')
  await create.click()
  await expect(page.getByText('Failed to create event. Please try again.')).toBeVisible()
  await restore()
  const release = await hold(page, '**/api/events/create-event')
  await create.click()
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeDisabled()
  release()
  await expect(page.getByText('Event created successfully!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.getByRole('status').getByRole('link', { name: 'Share Event' }).click()
  const poster = page.getByRole('region', { name: 'Poster' })
  const link = await page.getByLabel('Event link').inputValue()
  for (const text of [event_name, `6:30 PM to 9:15 PM (Bangkok time)`, link]) await expect(poster).toContainText(text)
  expect(await readCode(poster.getByRole('img', { name: 'QR code of the event' }))).toBe(link)

  // Nothing of it is left in the form.
  await page.getByRole('link', { name: 'Create Event +' }).click()
  await expect(page.getByLabel('Event Name')).toHaveValue('')
  await page.goto('/my-events')
  await expect(page.getByText('ค่ำคืนของคนเขียนโปรแกรม สองหัวข้อ แล้วทานอาหารร่วมกัน')).toBeVisible()
  await page.getByRole('heading', { name: event_name }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: event_name, level: 1 })).toBeVisible()
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  for (const text of ['Workshop', 'Private', '6:30 PM', '40 attendees max', '1,250.50฿']) {
    await expect(header.getByText(text)).toBeVisible()
  }
  await expect(header.locator('img')).toHaveAttribute('src', /^\/pictures\//)
  const image = (await header.locator('img').getAttribute('src')) ?? ''
  for (const [part, texts] of Object.entries(fullEventPage)) {
    const region = page.getByRole('region', { name: part, exact: true })
    for (const text of texts) await expect(region).toContainText(text)
  }
  for (const [name, address] of Object.entries(fullEventLinks)) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }

  await page.goBack()
  await page.getByRole('button', { name: `More about ${event_name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit Event' }).click()
  await expectEvent(page, fullEvent(event_name))
  await fillEvent(page, otherEvent(renamed))
  await page.getByRole('tab', { name: 'Basic Details' }).click()
  await page.getByRole('button', { name: 'Remove tag javascript' }).click()
  await page.getByLabel('Banner').setInputFiles(picture)
  const letEditGo = await hold(page, '**/api/events/*/edit')
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  letEditGo()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/events\/\d+$/)
  await expect(header.locator('img')).not.toHaveAttribute('src', image)

  await expect(page.getByRole('heading', { name: renamed, level: 1 })).toBeVisible()
  await expect(header.getByText('Online Event')).toBeVisible()
  await expect(header.getByText('No attendees limit')).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://meet.example.com/room' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Social Media' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Terms & Conditions' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit Event' }).click()
  await expectEvent(page, otherEvent(renamed))
  await page.getByRole('tab', { name: 'Basic Details' }).click()
  await expect(page.getByRole('button', { name: 'Remove tag ไทย' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove tag javascript' })).toHaveCount(0)
})

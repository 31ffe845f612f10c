import { isBannerKept, picture } from '../../support/banner.ts'
import { addTags, fillEvent } from '../../support/event-form.ts'
import { expect, test } from '../../support/fixtures.ts'
import { fullEvent } from '../../support/full-event.ts'

test.slow()

test('a form checks its banner, hides what does not apply, and marks the tabs of wrong fields', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/status of 422/)
  const create = page.getByRole('button', { name: 'Create Event', exact: true })
  const most = page.getByLabel('Maximum Attendees')
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  await expect(page.getByText('PNG, JPG up to 5MB')).toBeVisible()

  const written = page.getByLabel('Detailed Description', { exact: true })
  const tooDeep = 'Quotes and lists may be nested at most 20 deep.'
  await written.fill('>'.repeat(30))
  const modes = page.getByRole('group', { name: 'Detailed Description: write or preview' })
  await modes.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview of Detailed Description' })
  await expect(preview.getByRole('alert')).toHaveText(tooDeep)
  await modes.getByRole('button', { name: 'Write' }).click()

  await page.getByLabel('Banner').setInputFiles({ ...picture, name: 'a.gif', mimeType: 'image/gif' })
  await expect(page.getByRole('alert')).toContainText('Only JPEG and PNG files are allowed.')
  await page.getByLabel('Banner').setInputFiles({ ...picture, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(page.getByRole('alert')).toContainText('File size exceeds the limit of 5 MB.')
  await page.getByLabel('Banner').setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
  await expect(page.getByLabel('Banner')).toHaveAccessibleDescription(/This image could not be read\./)
  await expect(page.getByAltText('Preview of the banner')).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText('This image could not be read.')

  // Choosing another picture removes the notice.
  await page.getByLabel('Banner').setInputFiles(picture)
  await expect(page.getByRole('alert')).toBeEmpty()
  await page.getByRole('button', { name: 'Move and crop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move and crop the picture' })
  await dialog.getByLabel('Zoom').fill('2')
  await dialog.getByRole('group', { name: 'The visible part' }).press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Use this part' }).click()
  await expect(page.getByText('banner.jpg')).toBeVisible()
  const size = await page
    .getByAltText('Preview of the banner')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => [image.naturalWidth, image.naturalHeight]))
  expect(size).toEqual([256, 144])

  await page.getByLabel('Banner').setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toContainText('This image could not be read.')
  await expect(page.getByText('banner.jpg')).toBeVisible()
  await expect(page.getByAltText('Preview of the banner')).toBeVisible()

  await addTags(page, 'music', 'river')

  await page.getByRole('button', { name: 'Remove tag music' }).click()
  await expect(page.getByLabel('Tags')).toBeFocused()
  const next = page.getByRole('button', { name: 'Next' })
  await next.scrollIntoViewIfNeeded()
  await next.click()
  await expect(page.getByLabel('Event Name')).toBeFocused()

  const domains = page.getByLabel('Allowed Email Domains')

  await expect(domains).toHaveCount(0)
  await page.getByLabel('Visibility').selectOption('Private')
  await domains.fill('ku.th')
  await page.getByLabel('Visibility').selectOption('Public')
  await page.getByLabel('Visibility').selectOption('Private')
  await expect(domains).toHaveValue('')

  await page.getByRole('tab', { name: 'Location' }).click()
  await expect(page.getByLabel('Meeting Link')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Place to be announced' }).check()
  await expect(page.getByLabel('Address')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Place to be announced' }).uncheck()
  await expect(page.getByLabel('Address')).toBeVisible()
  await page.getByRole('switch', { name: 'Online event' }).check()
  await expect(page.getByLabel('Address')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  await expect(page.getByLabel('Ticket Price (฿)')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Free event' }).uncheck()
  await expect(page.getByLabel('Ticket Price (฿)')).toBeVisible()

  await page.getByRole('switch', { name: 'Free event' }).check()
  await page.getByRole('tab', { name: 'Location' }).click()
  await page.getByRole('switch', { name: 'Online event' }).uncheck()
  await page.getByRole('tab', { name: 'Basic Details' }).click()
  await page.getByLabel('Visibility').selectOption('Public')
  await page.getByLabel('Event Name').fill('x'.repeat(51))
  await expect(page.getByText('51/50')).toBeVisible()
  await fillEvent(page, { 'Contact & Social': { Website: 'example.com' } })
  await create.click()
  await expect(page.getByLabel('Event Name')).toBeFocused()
  await expect(page.getByLabel('Event Name')).toHaveAccessibleDescription(/may have at most 50 characters/)
  for (const tab of ['Basic Details', 'Date & Time', 'Contact & Social']) {
    await expect(page.getByRole('tab', { name: tab })).toHaveAccessibleName(/needs attention/)
  }
  await expect(written).toHaveAccessibleDescription(new RegExp(tooDeep))
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  await page.getByRole('button', { name: 'Add a Question' }).click()
  await expect(page.getByLabel('Question', { exact: true })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Ticketing' })).not.toHaveAccessibleName(/needs attention/)
  await page.getByRole('button', { name: 'Remove question 1' }).click()

  // Dates that depend on the start are filled in, and an impossible date is reported on blur.
  const { 'Date & Time': dates, ...others } = fullEvent('Dates')
  const closing = page.getByLabel('Registration Closing')
  await page.getByRole('tab', { name: 'Date & Time' }).click()
  await expect(closing).toHaveAccessibleDescription('Registration closing is required.')
  await page.getByLabel('Event Start').fill(`${dates?.['Event Start']}`)
  await expect(closing).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Event End')).not.toHaveAttribute('aria-invalid', 'true')
  await closing.fill(`${new Date().getFullYear()}-01-01T00:00`)
  await closing.blur()
  await expect(closing).toHaveAccessibleDescription('Registration must close after it opens.')

  // The dates are compared once all of them are filled in.
  await fillEvent(page, { ...others, 'Date & Time': { ...dates, 'Event End': `${dates?.['Event Start']}` } })
  await create.click()
  await expect(page.getByLabel('Event End')).toBeFocused()
  await expect(page.getByText('The event must end after it starts.')).toBeVisible()

  // An invalid number is not treated as blank, and Thai digits are accepted.
  await fillEvent(page, { 'Date & Time': { 'Event End': `${dates?.['Event End']}` } })
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  await page.getByLabel('Minimum Age').fill('๑๘')
  await most.fill('1e3')
  await create.click()
  await expect(most).toBeFocused()
  await expect(most).toHaveAccessibleDescription(/Write the number with digits only\./)
  await expect(page.getByLabel('Minimum Age')).not.toHaveAttribute('aria-invalid', 'true')
})

test('on a phone the first step fits two screens, and Next leads to its errors', async ({ page, makers, login }) => {
  const year = new Date().getFullYear() + 1
  const next = page.getByRole('button', { name: 'Next' })
  await page.setViewportSize({ width: 360, height: 740 })
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  await expect(page.getByText('Step 1 of 5: Basic Details')).toBeVisible()

  await page.getByLabel('Banner').setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toContainText('This image could not be read.')
  await page.getByRole('tab', { name: 'Location' }).click()
  await expect(page.getByRole('alert')).toBeEmpty()
  await page.getByRole('tab', { name: 'Basic Details' }).click()
  await next.click()
  await expect(page.getByLabel('Event Name')).toBeFocused()
  await expect(page.getByLabel('Event Name')).toHaveAccessibleDescription(/Event name is required/)
  // The error disappears while it is being corrected, before Next or blur.
  await page.keyboard.type('R')
  await expect(page.getByLabel('Event Name')).not.toHaveAccessibleDescription(/required/)

  await fillEvent(page, { 'Basic Details': longDetails })
  await addTags(page, ...Array.from({ length: 9 }, (_, n) => `a longer tag ${n}`))
  await page.getByLabel('Tags').fill('ดนตรี')
  await page.getByLabel('Banner').setInputFiles(picture)
  await expect.poll(() => isBannerKept(page)).toBe(true)
  await page.reload()
  await expect(page.getByText('This is what you typed earlier.')).toBeVisible()
  for (const tag of ['a longer tag 8', 'ดนตรี']) {
    await expect(page.getByRole('button', { name: `Remove tag ${tag}` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview of Detailed Description' })
  await expect(preview).toContainText('Some words')
  await expect(preview.getByRole('status')).toHaveText('The preview is shown.')
  await expect(page.getByAltText('Preview of the banner')).toBeVisible()
  const end = await next.evaluate((button) => button.getBoundingClientRect().bottom + window.scrollY)
  expect(end).toBeLessThanOrEqual(2 * 740)

  await next.click()
  await expect(page.getByText('Step 2 of 5: Location')).toBeVisible()
  await next.click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/Address is required/)
  await page.getByLabel('Address').fill('K')
  await expect(page.getByLabel('Address')).not.toHaveAccessibleDescription(/required/)
  await page.getByRole('switch', { name: 'Online event' }).check()
  await next.click()
  await expect(page.getByText('Step 3 of 5: Date & Time')).toBeVisible()
  await expect(page.getByLabel('Registration Opening')).not.toHaveValue('')

  await page.getByLabel('Event Start').fill(`${year}-12-31T23:00`)
  await expect(page.getByLabel('Event End')).toHaveValue(`${year + 1}-01-01T01:00`)
  await page.getByLabel('Registration Closing').fill(`${year}-12-30T12:00`)
  await page.getByLabel('Event Start').fill(`${year}-12-30T18:00`)
  await expect(page.getByLabel('Registration Closing')).toHaveValue(`${year}-12-30T12:00`)
  const words = page.getByRole('group', { name: 'Event' }).getByRole('status')
  await expect(words).toHaveText(new RegExp(`, December 30, ${year} at 6:00 PM to 8:00 PM \\(Bangkok time\\)$`))

  await next.click()
  await page.getByRole('switch', { name: 'Free event' }).uncheck()
  await next.click()
  await expect(page.getByLabel('Ticket Price (฿)')).toHaveAccessibleDescription(
    /Enter a price, or turn on Free event\./,
  )
  const ticketing = page.getByRole('tab', { name: 'Ticketing' })
  await expect(ticketing).toHaveAccessibleName(/needs attention/)
  await page.getByRole('switch', { name: 'Free event' }).check()
  await expect(ticketing).not.toHaveAccessibleName(/needs attention/)
})

/** Every field of the first step. */
const longDetails = {
  'Event Name': 'An evening of music by the river, bring a friend!!',
  'Short Description': 'Words '.repeat(58).trim(),
  'Detailed Description': `# A heading\n\n${`${'Some words of a long paragraph. '.repeat(9)}\n\n`.repeat(6)}`,
  Visibility: 'Private',
}

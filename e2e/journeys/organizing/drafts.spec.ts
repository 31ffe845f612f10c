import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../../support/fixtures.ts'
import { picture } from '../../support/picture.ts'

test('an event is drafted on a phone, continued from My Events and published', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/status of 409/)
  const year = new Date().getFullYear() + 1
  const save = page.getByRole('button', { name: 'Save as draft' })
  const saved = page.getByText(/^Saved \d\d:\d\d$/)
  await page.setViewportSize({ width: 360, height: 800 })
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  await page.getByLabel('Event Name').fill('River concert')
  await page.getByLabel('Banner').setInputFiles(picture)
  await page.getByRole('tab', { name: 'Location' }).click()
  await page.getByLabel('Address').fill('Sathorn Pier')
  await save.click()
  await expect(saved).toBeVisible()
  await expect(page.getByText('Step 2 of 5: Location')).toBeVisible()
  await page.getByRole('tab', { name: 'Date & Time' }).click()
  await page.getByLabel('Event Start').fill(`${year}-12-05T18:00`)
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  await page.getByRole('button', { name: 'Add a Question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('By boat?')
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'My Events' }).click()
  await expect(page.getByRole('link', { name: 'Drafts (1)' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Drafts' }).click()
  await expect(page.getByText(/^Last saved /)).toBeVisible()
  await page.getByRole('link', { name: 'Continue River concert' }).click()
  await expect(page.getByLabel('Event Name')).toHaveValue('River concert')
  await expect(page.getByAltText('Preview of the banner')).toHaveAttribute('src', /^\/pictures\//)
  await expect(page.getByText('This is what you typed')).toHaveCount(0)
  await page.getByLabel('Short Description').fill('Chamber music on the quay.')
  await page.getByLabel('Detailed Description', { exact: true }).fill('Two quartets.')
  await page.getByRole('tab', { name: 'Location' }).click()
  await expect(page.getByLabel('Address')).toHaveValue('Sathorn Pier')
  await page.getByRole('tab', { name: 'Date & Time' }).click()
  await expect(page.getByLabel('Event End')).toHaveValue(`${year}-12-05T20:00`)
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue('By boat?')
  const draft = page.url()
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expect(page.getByText('Event created successfully!')).toBeVisible()

  await page.goBack()
  await expect(page.getByText('No drafts')).toBeVisible()
  await page.goto(draft)
  await expect(page.getByText('Error fetching data: This draft has already been published.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Events' }).click()
  await expect(page.locator('article')).toHaveCount(1)
  await expect(page.locator('article img')).toHaveAttribute('src', /^\/pictures\//)
  await page.getByRole('link', { name: 'Drafts' }).click()
  await expect(page.getByText('No drafts')).toBeVisible()
})

test('an event is imported as a draft, which is not overwritten if it was saved in another tab', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/status of 40[049]/)
  const event = { '@type': 'Event', name: 'Jazz in the park', startDate: '2027-02-01T19:00:00+07:00' }
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(url === '/jazz' ? `<script type="application/ld+json">${JSON.stringify(event)}</script>` : 'Nothing')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const note = page.getByRole('alert').filter({ hasText: 'This draft was saved in another tab' })
  const save = page.getByRole('button', { name: 'Save as draft' })
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  await page.getByRole('link', { name: 'Import from another site' }).click()
  const address = page.getByLabel('Import an event from another site')
  await address.fill(`${site}/`)
  await address.press('Enter')
  await expect(page.getByText('No event was found on this page.').first()).toBeVisible()
  await address.fill(`${site}/jazz`)
  await address.press('Enter')
  await expect(page.getByText('The event was imported as a draft.')).toBeVisible()
  await expect(page.getByLabel('Event Name')).toHaveValue('Jazz in the park')
  await expect(page.getByRole('link', { name: 'Import from another site' })).toHaveCount(0)
  server.close()
  await expect(page).toHaveURL(/draft=\d+$/)

  await page.getByRole('link', { name: 'Create Event +' }).click()
  await expect(page.getByLabel('Event Name')).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('Event Name')).toHaveValue('Jazz in the park')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel('Event Name').fill('Of the other tab')
  await other.getByRole('button', { name: 'Save as draft' }).click()
  await expect(other.getByText(/^Saved /)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Saving...' })).toHaveCount(0)

  await page.getByLabel('Event Name').fill('Of this tab')
  await save.click()
  await expect(note).toBeFocused()
  await save.click()
  await expect(note).toBeFocused()
  await page.getByRole('button', { name: 'Save as a new draft' }).click()
  await expect(page.getByRole('button', { name: 'Save as a new draft' })).toHaveCount(0)
  await other.goto('/my-events?show=drafts')

  await expect(other.getByRole('list', { name: 'Drafts' }).getByRole('heading')).toHaveText([
    'Of this tab',
    'Of the other tab',
  ])
  await page.getByLabel('Event Name').fill('Typed since')
  await other.getByRole('button', { name: 'Delete Of this tab' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(other.getByText('The draft was deleted.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/This draft has been published or deleted/)).toBeVisible()
})

import type { Page } from '@playwright/test'
import { isBannerKept, picture } from '../../support/banner.ts'
import { expect, logIn, test } from '../../support/fixtures.ts'

test.slow()

test('a half-filled form survives the end of a session and a logout, only for its user', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const organizer = await makers.addOrganizer()
  const other = await makers.addOrganizer()
  pageProblems.allow(/status of 401|Failed to refresh token/)
  await login(organizer)
  await page.goto('/create-event')
  await page.getByLabel('Event Name').fill('Half an event')
  await page.getByLabel('Banner').setInputFiles(picture)
  await expect.poll(() => isBannerKept(page)).toBe(true)
  await endSession(page)
  await page.goto('/create-event')
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, other)
  await expect(page.getByRole('heading', { name: 'Create Your Event' })).toBeVisible()
  await expect(page.getByLabel('Event Name')).toHaveValue('')

  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/login?next=/create-event')
  await logIn(page, organizer)
  await expect(page.getByLabel('Event Name')).toHaveValue('Half an event')
  await expect(page.getByAltText('Preview of the banner')).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('dialog', { name: 'Start over?' }).getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('Event Name')).toHaveValue('')
  await expect(page.getByLabel('Event Name')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Event Name')).toHaveValue('')
})

test('unsent edits stay beside what others have changed since, with a note and the choice to drop them', async ({
  page,
  makers,
  login,
}) => {
  const { id, owner } = await makers.addEvent({ event_name: 'Tea' })
  await login(owner)
  await page.goto(`/events/${id}/edit`)
  const name = page.getByLabel('Event Name')
  await name.fill('Tea and cake')
  await page.getByLabel('Banner').setInputFiles(picture)
  await expect.poll(() => isBannerKept(page)).toBe(true)
  await page.reload()
  await expect(page.getByText('This is what you typed earlier.')).toBeVisible()

  await makers.send(
    'patch',
    `/api/events/${id}/edit`,
    { data: { event_name: 'Coffee', description: 'With milk.' } },
    owner,
  )
  await page.reload()

  await expect(page.getByText('The event was changed after you typed this.')).toBeVisible()
  await expect(name).toHaveValue('Tea and cake')
  await expect(page.getByLabel('Short Description')).toHaveValue('With milk.')
  await expect(page.getByText('banner.png')).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('dialog', { name: 'Start over?' }).getByRole('button', { name: 'Start over' }).click()
  await expect(name).toHaveValue('Coffee')
  await expect(page.getByText('The event was changed after you typed this.')).toHaveCount(0)
})

async function endSession(page: Page) {
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'none')
    localStorage.setItem('refresh_token', 'none')
  })
}

import { billedSessions, standInForGoogleMaps, withoutGoogleMaps } from '../../support/google-maps.ts'
import { expect, testWith } from '../../support/own-product.ts'

const test = testWith({ GOOGLE_MAPS_API_KEY: 'a-key' })

test.slow()
// One server for all of them.
test.describe.configure({ mode: 'default' })

test('with a key the map and its places are Google’s, and typing until a place is chosen is one session', async ({
  page,
  makers,
  login,
}) => {
  await standInForGoogleMaps(page)
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  await page.getByRole('tab', { name: 'Location' }).click()
  const address = page.getByLabel('Address')
  const map = page.getByRole('region', { name: 'Map of the place' })

  await expect(map.getByText('A map by Google')).toBeVisible()
  const found = page.getByRole('option', { name: 'Lumphini Park, Bangkok' })

  await address.pressSequentially('lum', { delay: 30 })
  await found.waitFor()
  await address.fill('lumphini')
  await address.press('Escape')
  await address.fill('lumphini p')
  await found.click()
  await expect(address).toHaveValue('Lumphini Park, Rama IV Road, Bangkok 10330')
  expect(await billedSessions(page)).toBe(1)

  await map.click()
  await expect(address).toHaveValue('Rattanakosin Island, Bangkok')
  await address.fill('another')
  await found.waitFor()
  expect(await billedSessions(page)).toBe(2)
})

test('without Google the map says so after three more attempts', async ({ page, makers, login, pageProblems }) => {
  pageProblems.allow(/net::ERR_FAILED|maps\.googleapis\.com/)
  const asked = await withoutGoogleMaps(page)
  await page.clock.install()
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  await page.getByRole('tab', { name: 'Location' }).click()

  await expect(async () => {
    // The longest pause between two attempts.
    await page.clock.runFor(4_000)
    await expect(page.getByText('Failed to load Google Maps. Please try again later.')).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(asked.attempts).toBe(4)
  await page.getByLabel('Address').fill('Typed by hand')
  await expect(page.getByLabel('Address')).toHaveValue('Typed by hand')
})

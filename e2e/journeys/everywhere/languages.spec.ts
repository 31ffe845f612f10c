import { expect, test } from '../../support/fixtures.ts'

test.use({ locale: 'th-TH' })

test('a link opens in the language of the browser until another is chosen, which stays through signing in', async ({
  page,
  makers,
}) => {
  const attendee = await makers.addAttendee()
  const event = await makers.addEvent()
  const english = `/events/${event.id}`
  const thai = `/th${english}`

  // A door link has its secret after the hash.
  await page.goto(`${english}?a=1#comments`)
  await expect(page).toHaveURL(`${thai}?a=1#comments`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'th')
  await page.locator('a[href="/th"]').first().click()
  await expect(page.getByRole('heading', { name: 'อีเวนต์มาใหม่' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${thai}?a=1#comments`)
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.event_name)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(`${english}?a=1#comments`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await expect(page).toHaveURL('/discover')
  const fromOutside = await page.context().newPage()
  await fromOutside.goto(thai)
  await expect(fromOutside).toHaveURL(english)

  await page.getByRole('link', { name: 'ภาษาไทย' }).click()
  await expect(page).toHaveURL('/th/discover')
  await page.goto('/th/my-tickets')
  await expect(page).toHaveURL('/th/login?next=%2Fmy-tickets')
  await page.locator('[name=username]').fill(attendee.username)
  await page.locator('[name=password]').fill(attendee.password)
  await page.locator('[name=password]').press('Enter')
  await expect(page).toHaveURL('/th/my-tickets')
  await page.locator('a[href="/th/discover"]').first().click()
  await expect(page).toHaveURL('/th/discover')
})

import { expect, test } from '../../support/fixtures.ts'

test.use({ javaScriptEnabled: false })

// The page references its scripts, but the browser loads none.
test.beforeEach(({ pageProblems }) => pageProblems.allow(/\/assets\/.*\.js/))

test('without JavaScript events, menu and footer work, and what needs it says so', async ({ page, makers }) => {
  const long = Array.from({ length: 400 }, (_, line) => `Line ${line} of what happens on that day.`).join('\n\n')
  const { id } = await makers.addEvent({ detailed_description: `## Programme\n\n${long}` })

  await page.goto(`/events/${id}`)

  const about = page.getByRole('region', { name: 'About the Event' })
  await expect(about.getByRole('heading', { name: 'Programme' })).toBeVisible()
  await expect(about.getByText('Line 399 of')).toBeVisible()
  await expect(page.locator('noscript p', { hasText: 'To apply, turn on JavaScript in your browser.' })).toBeVisible()

  const button = page.getByRole('button', { name: 'Account menu' })
  await button.click()
  const from = await button.boundingBox()
  const menu = await page.getByRole('menu', { name: 'Account menu' }).boundingBox()
  if (!from || !menu) throw new Error('the menu is not there')
  expect(menu.y).toBeGreaterThanOrEqual(from.y + from.height)
  expect(Math.round(menu.x + menu.width)).toBe(Math.round(from.x + from.width))
  await page.keyboard.press('Escape')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()

  await expect(page).toHaveURL('/legal/privacy-policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()

  await page.goto('/my-tickets')
  await expect(page.locator('noscript p')).toHaveText(/^This page is yours alone, and needs JavaScript\./)
  await expect(page.getByText('Loading...')).toBeHidden()

  await page.goto('/login')
  await expect(page.locator('noscript p')).toHaveText(/^This needs JavaScript\./)

  await page.goto('/guest-ticket/secret')
  await expect(page.getByRole('heading', { name: 'Your Ticket' })).toBeVisible()
})

test.describe('in Thai', () => {
  test.use({ locale: 'th-TH' })

  test('without JavaScript a page with a secret address opens in English', async ({ page }) => {
    await page.goto('/stop-messages/secret')
    await expect(page).toHaveURL('/th/stop-messages/secret')

    await page.getByRole('link', { name: 'English' }).click()

    await expect(page).toHaveURL('/stop-messages/secret')
  })
})

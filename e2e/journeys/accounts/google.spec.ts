import { failing, failures } from '../../support/failing.ts'
import { test as withoutGoogle } from '../../support/fixtures.ts'
import { expect, test } from '../../support/outside.ts'

test('a new Google user completes the profile only once', async ({ page, makers, outside, openBrowser }) => {
  const name = makers.uniqueName()
  const account = { sub: name, email: `${name}@gmail.example`, given_name: 'Malee', family_name: 'Suksan' }

  await outside.google.know(page, account)
  await page.goto('/login')
  await expect(page.getByText('OR', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Google' }).click()

  await expect(page).toHaveURL('/complete-profile')
  await expect(page.getByText('Please provide your additional information to complete your profile')).toBeVisible()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Phone number is required.')).toBeVisible()
  await page.getByLabel('Phone Number').fill('0812345678')
  await page.getByLabel('Birth Date').fill('1992-03-04')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page).toHaveURL('/')

  const phone = await openBrowser()
  await outside.google.standIn(phone)
  await outside.google.know(phone, account)
  await phone.goto(`${outside.url}/login?next=/my-tickets`)
  await phone.getByRole('button', { name: 'Continue by one tap' }).click()
  await expect(phone).toHaveURL(/\/my-tickets$/)
})

test('a failed Google sign-in says so and can be repeated', async ({ page, makers, outside, pageProblems }) => {
  const name = makers.uniqueName()
  pageProblems.allow(failures)

  await outside.google.know(page, { sub: name, email: `${name}@gmail.example` })
  await page.goto('/login')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await failing(page, 'googleSignIn', 'busy', 'Authentication failed. Please try again.', () => google.click())
  await google.click()

  await expect(page.getByText('Please provide your additional information to complete your profile')).toBeVisible()
})

test('an unreachable Google is reported only on a press, which tries again', async ({
  page,
  makers,
  outside,
  pageProblems,
}) => {
  const name = makers.uniqueName()
  pageProblems.allow(/accounts\.google\.com|ERR_FAILED/)
  await outside.google.know(page, { sub: name, email: `${name}@gmail.example` })
  let isAway = true
  await page.route('https://accounts.google.com/gsi/client', (route) => (isAway ? route.abort() : route.fallback()))
  await page.goto('/login', { waitUntil: 'networkidle' })
  const button = page.getByRole('button', { name: 'Sign in with Google' })
  await expect(button).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toBeEmpty()

  await button.click()
  await expect(page.getByRole('alert')).toContainText('Google Sign In was unsuccessful. Please try again.')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert')).toBeEmpty()
  await expect(button).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()

  isAway = false
  await button.click()
  await page.getByRole('button', { name: 'Continue with Google' }).click()

  await expect(page).toHaveURL('/complete-profile')
  await expect(button).toHaveCount(0)
})

withoutGoogle('without a client id there is no Google button and no divider', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' })

  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(page.getByText('OR', { exact: true })).toHaveCount(0)
})

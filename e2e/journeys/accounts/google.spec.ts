import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/outside.ts'

test('a new Google user completes the profile and chooses a username once, and confirms a new email with Google', async ({
  page,
  makers,
  outside,
  openBrowser,
}) => {
  const name = makers.uniqueName()
  const account = { sub: name, email: `${name}@gmail.example`, given_name: 'มาลี', family_name: 'สุข' }

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

  await page.goto('/account-info')
  await expect(page.getByText(/^@มาลีสุข\d*$/)).toBeVisible()

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/It can be changed once/)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`new-${name}@example.com`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Sign in with Google once more to change your email.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Google' })).toBeFocused()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('Google has confirmed that it is you.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()

  await expect(page.getByText(`@${name}`, { exact: true })).toBeVisible()
  await expect(page.getByText(`new-${name}@example.com`, { exact: true })).toBeVisible()
  await expect(page.getByText('Your email is not verified yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send It Again' }).click()
  await expect(page.getByText('Verification email has been resent successfully.')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu').getByText(name)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Username')).toHaveAttribute('readonly')
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/It was changed once already/)

  const phone = await openBrowser()
  await outside.google.standIn(phone)
  await outside.google.know(phone, account)
  await phone.goto(`${outside.url}/login?next=/my-tickets`)
  await phone.getByRole('button', { name: 'Continue by one tap' }).click()
  await expect(phone).toHaveURL(/\/my-tickets$/)
})

test('an unreachable Google is reported only on a press, and a failed sign-in can be repeated', async ({
  page,
  makers,
  outside,
  pageProblems,
}) => {
  const name = makers.uniqueName()
  pageProblems.allow(/accounts\.google\.com|ERR_FAILED/)
  pageProblems.allow(failures)
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
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await failing(page, 'googleSignIn', 'busy', 'Authentication failed. Please try again.', () => google.click())
  await google.click()

  await expect(page).toHaveURL('/complete-profile')
  await expect(button).toHaveCount(0)
})

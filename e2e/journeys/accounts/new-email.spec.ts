import { test } from '../../support/fixtures.ts'
import { expect, test as withGoogle } from '../../support/outside.ts'

test('a new email needs the password, and a wrong one is reported at its field', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/status of 400/)
  const attendee = await makers.addAttendee()
  await login(attendee)
  await page.goto('/account-info')

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const current = page.getByLabel('Current Password')
  await expect(current).toHaveCount(0)
  await page.getByLabel('Email').fill(`new-${attendee.username}@example.com`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(current).toBeFocused()
  await expect(current).toHaveAccessibleDescription(/Enter your current password to change your email/)
  await expect(current).toHaveAttribute('autocomplete', 'current-password')

  await current.fill('something else')
  await page.keyboard.press('Enter')
  await expect(current).toHaveAccessibleDescription(/This is not your current password/)
  await current.fill(attendee.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.getByText(`new-${attendee.username}@example.com`)).toBeVisible()
})

withGoogle(
  'a Google user chooses a username once, and confirms a new email with Google',
  async ({ page, makers, outside }) => {
    const name = makers.uniqueName()
    await outside.google.know(page, { sub: name, email: `${name}@gmail.example`, given_name: 'มาลี', family_name: 'สุข' })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page).toHaveURL('/complete-profile')
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
  },
)

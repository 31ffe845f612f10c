import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'

test('each registration error is shown at its field, Back goes one step back, and no input is lost', async ({
  page,
  makers,
  pageProblems,
}) => {
  // `pageProblems` fails on pages that log errors.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (breach) => console.error(`forbidden: ${breach.blockedURI}`))
  })
  const next = page.getByRole('button', { name: 'Next' })
  const again = page.getByLabel('Confirm Password')

  await page.goto('/register')
  await fillAccount(page, makers.uniqueName(), 'correct horse buttery')
  await expect(again).toBeFocused()
  await expect(again).toHaveAccessibleDescription('Passwords do not match.')
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
  await again.fill('correct horse battery')
  await next.click()

  await page.getByLabel('Birth Date').fill('2999-01-01')
  await expect(page.getByRole('alert')).toContainText('The date cannot be in the future.')
  await expect(page.getByLabel('Birth Date')).toHaveValue('')
  await page.getByLabel('Birth Date').fill('1990-05-17')
  await expect(page.getByRole('alert')).toBeEmpty()
  await fillPerson(page, '1895-05-17')
  await expect(page.getByLabel('Birth Date')).toBeFocused()
  await expect(page.getByLabel('Birth Date')).toHaveAccessibleDescription('The birth year must be 1900 or later.')
  await fillPerson(page, '1990-05-17')

  // The browser's Back and Forward skip a step without Next.
  await page.goBack()
  await page.getByLabel('Birth Date').fill('1895-05-17')
  await page.goForward()
  await page.getByLabel('Phone Number').fill('+66 81-234 5678')
  await page.getByLabel('Email').fill('somchai@example.com')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Birth Date')).toBeFocused()
  await fillPerson(page, '1990-05-17')
  await page.getByLabel('Phone Number').fill('12345')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/Must only be 10 digits/)
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)

  const { username } = await makers.addAttendee()
  pageProblems.allow(/status of 4\d\d|ERR_FAILED|register\/check/)

  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Account Info' })).toBeVisible()
  await fillAccount(page, 'somchai')
  await fillPerson(page, '1990-05-17')
  await page.getByLabel('Email').fill('somchai@example.com')

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Personal Info' })).toBeFocused()
  await expect(page.getByLabel('Birth Date')).toHaveValue('1990-05-17')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Account Info' })).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveValue('somchai')
  for (const step of ['Personal Info', 'Contact Info']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  }
  await expect(page.getByLabel('Email')).toHaveValue('somchai@example.com')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Account Info' })).toBeVisible()

  // A taken username is reported at its step; if that check fails, the last step is refused.
  const ask = '**/api/users/register/check'
  await fillAccount(page, username)
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username is already taken/)
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.route(ask, (route) => route.abort())
  await page.getByRole('button', { name: 'Next' }).click()
  await fillPerson(page, '1990-05-17')
  await page.getByLabel('Phone Number').fill('0812345678')
  await page.getByLabel('Email').fill(`new-${username}@example.com`)
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(page.getByRole('alert')).toContainText('This username is already taken.')
  await expect(page.getByRole('heading', { name: 'Account Info' })).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username is already taken/)

  await page.unroute(ask)
  await page.getByLabel('Username').fill(`new-${username}`)
  for (const step of ['Personal Info', 'Contact Info']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
})

async function fillAccount(page: Page, username: string, again = 'correct horse battery') {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm Password').fill(again)
  await page.getByRole('button', { name: 'Next' }).click()
}

async function fillPerson(page: Page, birthDate: string) {
  await page.getByLabel('First Name').fill('Somchai')
  await page.getByLabel('Last Name').fill('Jaidee')
  await page.getByLabel('Birth Date').fill(birthDate)
  await page.getByRole('button', { name: 'Next' }).click()
}

import type { Page } from '@playwright/test'
import { expect, type Person, test } from '../../support/fixtures.ts'

async function logIn(page: Page, { username, password }: Person) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test('a visitor who logs in returns to completing the profile', async ({ page, makers }) => {
  const attendee = await makers.addAttendee()

  await page.goto('/complete-profile?next=/my-tickets')
  await expect(page).toHaveURL('/login?next=%2Fcomplete-profile%3Fnext%3D%2Fmy-tickets')
  await expect(page.getByRole('button', { name: 'Save Profile' })).toHaveCount(0)
  await logIn(page, attendee)

  await expect(page).toHaveURL('/complete-profile?next=/my-tickets')
  await page.getByLabel('Phone Number').fill('0898765432')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page).toHaveURL('/my-tickets')

  // Logging out in another tab closes the form, which could no longer be saved.
  await page.goto('/complete-profile')
  await expect(page.getByLabel('Phone Number')).toHaveValue('0898765432')
  const tab = await page.context().newPage()
  await tab.goto('/logout')

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Save Profile' })).toHaveCount(0)
})

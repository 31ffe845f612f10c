import { expect, test } from '../../support/fixtures.ts'

test('a person registers in three steps, goes back without losing input, and logs in', async ({ page, makers }) => {
  const username = makers.uniqueName()

  await page.goto('/register')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Username is required.')).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByLabel('First Name').fill('สมชาย')
  await page.getByLabel('Last Name').fill('ใจดี')
  await page.getByLabel('Birth Date').fill('1990-05-17')
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByLabel('Phone Number').fill('0812345678')
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page.getByText('Successfully logged in!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByText(username)).toBeVisible()
})

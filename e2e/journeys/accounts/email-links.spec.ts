import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../../support/outside.ts'

const password = 'correct horse battery'

test('a new account can log in after verifying its email, and a mailed link resets its password', async ({
  page,
  makers,
  outside,
  request,
  pageProblems,
}) => {
  // The event does not exist: only the address after the login matters here.
  const next = '/events/2000000?apply=now'
  const { username, email } = await register(request, makers.uniqueName(), next)
  const verification = await outside.mailbox.linkTo(email)
  pageProblems.allow(/status of 40[34]/)

  await logIn(page, username, password)
  await expect(page.getByRole('alert')).toContainText('Please verify your email.')

  await page.goto(verification)
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeFocused()
  await expect(page).toHaveTitle('Email Verified! · Ruam')
  await expect(
    page.getByText('Your email has been successfully verified. You can now log in to your account.'),
  ).toBeVisible()
  await expect(page.getByText('Log in to continue to your event.')).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ next })}`)
  await logIn(page, username, password)
  await expect(page.getByText('Successfully logged in!')).toBeVisible()
  await expect(page).toHaveURL(next)

  await page.goto('/logout')
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByText('Enter your email to receive a password reset link.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset link sent! Please check your email.')).toBeVisible()

  await page.goto(await outside.mailbox.linkTo(email, 2))
  await expect(page.getByText('Enter your new password below to reset it.')).toBeVisible()
  await expect(page.getByText('Token is valid, you can reset your password.')).toBeVisible()
  await fillPasswords(page, 'a new password', 'another password')
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await fillPasswords(page, 'a new password', 'a new password')

  await expect(page.getByText('Password reset successfully. You can now log in.')).toBeVisible()
  await logIn(page, username, 'a new password')
  await expect(page.getByText('Successfully logged in!')).toBeVisible()
})

async function register(request: APIRequestContext, username: string, next = '') {
  const email = `${username}@example.com`
  const reply = await request.post('/api/users/register', {
    params: { next },
    data: {
      username,
      email,
      password,
      password2: password,
      first_name: 'สมชาย',
      last_name: 'ใจดี',
      birth_date: '1990-05-17',
      phone_number: '0812345678',
    },
  })
  expect(reply.status()).toBe(201)
  return { username, email }
}

async function logIn(page: Page, username: string, typed: string) {
  if (new URL(page.url()).pathname !== '/login') await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function fillPasswords(page: Page, first: string, second: string) {
  await page.getByLabel('New Password', { exact: true }).fill(first)
  await page.getByLabel('Confirm New Password').fill(second)
  await page.getByRole('button', { name: 'Reset Password' }).click()
}

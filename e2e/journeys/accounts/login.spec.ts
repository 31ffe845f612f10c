import type { Page } from '@playwright/test'
import { expect, logIn, test } from '../../support/fixtures.ts'

test('a wrong password is refused and can be corrected, and login never leads to another site', async ({
  page,
  makers,
  pageProblems,
}) => {
  const attendee = await makers.addAttendee()
  const password = page.getByLabel('Password', { exact: true })
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  pageProblems.allow(/status of 400/)

  await page.goto('/login?next=//example.com/', { waitUntil: 'networkidle' })
  // The operator has set no client id of Google.
  await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0)
  await expect(page.getByText('OR', { exact: true })).toHaveCount(0)
  await logIn(page, { ...attendee, password: 'wrong' })
  await expect(page.getByRole('alert')).toContainText('Username or password is incorrect.')
  await dismiss.click()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('wrong')

  let status = 200
  const json = { access_token: 'x', error: 'This account is locked.' }
  await page.route('/api/users/login', (route) => route.fulfill({ status, json }))
  for (status of [200, 202]) {
    await password.press('Enter')
    await expect(page.getByRole('alert')).toContainText('This account is locked.')
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    await dismiss.click()
  }
  await page.unroute('/api/users/login')

  await password.fill(attendee.password)
  await password.press('Enter')
  await expect(page.getByText('Successfully logged in!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/login?next=/my-tickets')
  await expect(page).toHaveURL('/my-tickets')
  await expect(page.getByText("You don't have any tickets at the moment.")).toBeVisible()
  await page.getByRole('link', { name: 'Discover events' }).click()
  await expect(page).toHaveURL('/discover')

  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const profile = () => page.request.get('/api/users/profile', { headers: { authorization: `Bearer ${token}` } })
  expect((await profile()).status()).toBe(200)
  await logOut(page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect((await profile()).status()).toBe(401)
  await page.goto('/account-info')
  await expect(page.getByRole('alert')).toContainText('You are not logged in. Redirecting to login page...')
})

test('logging out works offline', async ({ page, makers, login, pageProblems }) => {
  // Pending requests fail: fonts, and the page that is being cached.
  pageProblems.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|^failed:/)
  const quiet = watchTraffic(page)
  await login(await makers.addAttendee())
  await page.goto('/my-tickets')
  await expect(page.getByText("You don't have any tickets at the moment.")).toBeVisible()
  await expect(page.locator('link[rel=modulepreload][href*="/login-"]').first()).toBeAttached()
  await quiet()

  await page.context().setOffline(true)
  await logOut(page)

  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

/** Returns a function that waits until all requests have ended. */
function watchTraffic(page: Page) {
  const open = new Set<unknown>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => expect.poll(() => open.size, { message: 'requests under way' }).toBe(0)
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
}

import type { Page } from '@playwright/test'
import { decodeJwt, SignJWT } from 'jose'
import { expect, type Person, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { keepOld } from '../../support/live.ts'
import { tokenSecret } from '../../support/product.ts'

test('an ended session leads to the login with a single notice, from an action and from any page', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const attendee = await makers.addAttendee()
  const ticket = await makers.addTicket((await makers.addEvent()).id, attendee)
  pageProblems.allow(/401|Failed to refresh token/)

  await login(attendee)
  // With live updates the page would notice before the press.
  await keepOld(page)
  await page.goto(`/virtual-ticket/${ticket.id}`)
  await page.getByRole('button', { name: 'Validate Ticket' }).waitFor()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  await logOutElsewhere(page, attendee)
  await page.getByRole('button', { name: 'Validate Ticket' }).click()
  await expect(page).toHaveURL(`/login?next=%2Fvirtual-ticket%2F${ticket.id}`)
  await expect(page.getByRole('alert')).toContainText('Your session has expired. Please log in again.')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('link', { name: 'Login' }).click()

  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeEmpty()

  const over = { access_token: await expiredToken(attendee), refresh_token: 'not.a.token' }
  for (const [path, login] of [
    ['/my-tickets', '/login?next=%2Fmy-tickets'],
    ['/', '/login'],
  ] as const) {
    // Stored where no code runs: a page of the product would try to renew the session itself.
    await page.goto('/robots.txt')
    await page.evaluate((session) => Object.assign(localStorage, session), { ...stored, ...over })
    await page.goto(path)
    await expect(page).toHaveURL(login)
    await expect(page.getByRole('alert')).toContainText('Your session has expired. Please log in again.')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  }
})

test('a session is renewed half a minute before it ends, and one that was ended can be logged out', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const attendee = await makers.addAttendee()
  pageProblems.allow(/401|Failed to refresh token/)
  const refreshes = countCalls(page, '/api/token/refresh')
  await page.clock.install()

  await login(attendee)
  // The last call of the page: it would notice the end of the session, too.
  const loaded = page.waitForResponse('**/api/events/team-events')
  await page.goto('/my-tickets')
  await expect(page.getByText("You don't have any tickets at the moment.")).toBeVisible()
  await loaded
  await page.clock.fastForward('13:30')
  expect(refreshes()).toBe(0)
  // A refresh that comes after the end of the session would fail, and lead to the login.
  const renewed = page.waitForResponse('**/api/token/refresh')
  await page.clock.fastForward('01:00')
  await renewed
  expect(refreshes()).toBe(1)

  await logOutElsewhere(page, attendee)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeEmpty()
})

test('a renewal that is answered after the logout disturbs nobody', async ({ page, makers, login }) => {
  const attendee = await makers.addAttendee()
  await page.clock.install()
  await login(attendee)
  await page.goto('/discover')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const asked = page.waitForRequest('**/api/token/refresh')
  const release = await hold(page, '**/api/token/refresh')
  await page.clock.fastForward('15:00')
  await asked

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.clock.fastForward('00:10')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/register')
  await page.getByLabel('Username').fill('nok')
  const answered = page.waitForResponse('**/api/token/refresh')
  release()
  await answered
  await page.clock.fastForward('00:10')
  await expect(page).toHaveURL('/register')
  await expect(page.getByLabel('Username')).toHaveValue('nok')
})

test('several tabs share one refresh, show that they load meanwhile, and share one logout', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const attendee = await makers.addAttendee()
  const other = await page.context().newPage()
  pageProblems.watch(other)
  const tabs = [page, other]
  const refreshes = tabs.map((tab) => countCalls(tab, '/api/token/refresh'))

  await login(attendee)
  await page.goto('/my-tickets')
  // Pending requests would find the token expired and fail halfway.
  await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
  await page.evaluate((token) => localStorage.setItem('access_token', token), await expiredToken(attendee))
  const releases = await Promise.all(tabs.map((tab) => hold(tab, '/api/token/refresh')))
  await Promise.all([page.goto('/my-tickets'), other.goto('/complete-profile')])
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible()
  for (const release of releases) release()
  await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Save Profile' })).toBeVisible()
  expect(refreshes.map((count) => count()).reduce((one, two) => one + two)).toBe(1)

  const third = await page.context().newPage()
  await third.goto('/logout')
  for (const tab of tabs) await expect(tab).toHaveURL('/login')
})

/** Ends the user's session on the server, without the browser knowing. */
async function logOutElsewhere(page: Page, { access_token }: Person) {
  await page.request.post('/api/users/logout', { headers: { authorization: `Bearer ${access_token}` } })
}

/** A token of the same session that expired a minute ago. */
function expiredToken({ access_token }: Person): Promise<string> {
  return new SignJWT(decodeJwt(access_token))
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('-1 minute')
    .sign(new TextEncoder().encode(tokenSecret))
}

function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

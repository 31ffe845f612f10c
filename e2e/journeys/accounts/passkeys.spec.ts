import type { Page } from '@playwright/test'
import { countEffort } from '../../support/effort.ts'
import { failing, failures } from '../../support/failing.ts'
import { expect, logIn, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a person adds a passkey after signing in, and the next time signs in by one tap', async ({
  page,
  makers,
  pageProblems,
}) => {
  // Calls of the page that is left may come after the session has ended.
  pageProblems.allow(/status of 40[01]|Failed to refresh token/)
  const device = await addDevice(page)
  const person = await makers.addAttendee()

  const before = countEffort()
  await page.goto('/login')
  await before.type(page.getByLabel('Username'), person.username)
  await before.type(page.getByLabel('Password', { exact: true }), person.password)
  await before.tap(page.getByRole('button', { name: 'Login', exact: true }))
  await expect(page.getByRole('heading', { name: 'Sign in faster next time?' })).toBeVisible()
  const add = page.getByRole('button', { name: 'Add a Passkey' })
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey added. Use it the next time you sign in.')).toBeVisible()
  await expect(page).toHaveURL('/')

  // The browser lists the passkey at the field.
  const after = countEffort()
  let choose = await holdPasskeys(page)
  await page.goto('/logout')
  await page.goto('/login?next=/account-info')
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn')
  await after.tap(page.getByLabel('Username'))
  choose()
  await expect(page.getByText('Successfully logged in!')).toBeVisible()
  await expect(page).toHaveURL('/account-info')
  expect([before.made, after.made]).toEqual([
    { taps: 1, fields: 2 },
    { taps: 1, fields: 0 },
  ])

  const list = page.getByRole('list', { name: 'Passkeys' })
  await expect(list.getByRole('listitem')).toHaveText(/^Chrome on Linux ?Added .+, last used/)
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
  await list.getByRole('button', { name: 'Remove the passkey from Chrome on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The passkey was removed. You can delete it from your device too.')).toBeVisible()
  await expect(list).toBeHidden()

  // The device still has it.
  choose = await holdPasskeys(page)
  await page.goto('/logout')
  choose()
  await expect(page.getByText('This passkey was removed from its account.')).toBeVisible()
  await device.forget()
  await logIn(page, person)
  await expect(page.getByText('Successfully logged in!')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('failures with passkeys say so, and a person who declines is not asked again', async ({
  page,
  makers,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const person = await makers.addAttendee()
  const device = await addDevice(page)
  await page.goto('/login')
  await logIn(page, person)
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/account-info')
  const add = page.getByRole('button', { name: 'Add a Passkey' })
  await failing(page, 'addPasskey', 'broken', 'The passkey could not be added. Please try again.', () => add.click())
  await device.forget()
  await add.click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()

  await page.route('**/api/users/passkeys/sign-in/options', (route) => route.abort(), { times: 1 })
  await page.goto('/logout')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('Successfully logged in!')).toBeVisible()

  const choose = await holdPasskeys(page)
  await page.goto('/logout')
  await failing(page, 'signInByPasskey', 'broken', 'You could not be signed in. Please try again.', async () =>
    choose(),
  )
  await expect(page.getByText('Successfully logged in!')).toBeVisible()

  // A session of eleven minutes ago.
  await page.route('**/api/users/sessions', async (route) => {
    const response = await route.fetch()
    const started_at = new Date(Date.now() - 11 * 60_000).toISOString()
    const sessions = (await response.json()).map((session: object) => ({ ...session, started_at }))
    await route.fulfill({ response, json: sessions })
  })
  await page.goto('/account-info')
  await expect(page.getByText('To protect your account, log in again before you add a passkey.')).toBeVisible()
  await page.unroute('**/api/users/sessions')
  await page.getByRole('link', { name: 'Log In Again' }).click()
  await expect(page).toHaveURL('/login?next=%2Faccount-info')
})

/** A device with a screen lock, whose owner unlocks it at once, and which chooses a passkey as soon as a page offers to. */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { forget: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }) }
}

/** Keeps pages from offering passkeys until the returned function is called. */
const holdPasskeys = (page: Page) => hold(page, '**/api/users/passkeys/sign-in/options')

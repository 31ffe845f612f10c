import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { loseAnswers } from '../../support/offline.ts'
import { picture } from '../../support/picture.ts'

test("a visitor's failed form shows the error, keeps the input, and can be sent again", async ({
  page,
  makers,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  pageProblems.allow(/status of 400/)
  await page.clock.install()
  const { username, password } = await makers.addAttendee()
  const alert = page.getByRole('alert')

  const name = makers.uniqueName()
  await page.goto('/register')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('First Name').fill('Somchai')
  await page.getByLabel('Last Name').fill('Jaidee')
  await page.getByLabel('Birth Date').fill('1990-05-17')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Phone Number').fill('0812345678')
  await page.getByLabel('Email').fill(`${name}@example.com`)
  const submit = page.getByRole('button', { name: 'Submit' })
  await failing(page, 'register', 'hanging', 'An error occurred during registration.', async () => {
    await submit.click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  })
  await expect(page.getByLabel('Email')).toHaveValue(`${name}@example.com`)
  // The server has accepted it when its answer is lost.
  const restoreAnswers = await loseAnswers(page, '**/api/users/register')
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/users/register'))
  await submit.click()
  await lost
  await restoreAnswers()
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()

  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const login = page.getByRole('button', { name: 'Login', exact: true })
  for (const way of ['gone', 'busy', 'page'] as const) {
    await failing(page, 'login', way, '{reason}', () => login.click())
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(`${name}@example.com`)
  const sendLink = page.getByRole('button', { name: 'Send Reset Link' })
  await failing(page, 'forgotPassword', 'page', 'An error occurred. Please try again.', () => sendLink.click())
  await expect(page.getByLabel('Email')).toHaveValue(`${name}@example.com`)
  await sendLink.click()
  await expect(page.getByText('Password reset link sent! Please check your email.')).toBeVisible()

  const reset = '/reset-password/1/nonsense'
  await failing(page, 'checkResetLink', 'broken', 'Error validating the token. Please try again.', () =>
    page.goto(reset),
  )
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Invalid or expired reset token.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset Password' })).toHaveCount(0)
  const good = { json: { valid: true, message: 'Token is valid, you can reset your password.' } }
  await page.route('/api/users/reset-password/1/nonsense', (route) => route.fulfill(good))
  await page.goto(reset)
  await page.getByLabel('New Password', { exact: true }).fill('a very long password')
  await page.getByLabel('Confirm New Password').fill('a very long password')
  const setPassword = page.getByRole('button', { name: 'Reset Password' })
  await failing(page, 'resetPassword', 'busy', 'An error occurred. Please try again.', () => setPassword.click())
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue('a very long password')
  await setPassword.click()
  await expect(alert.filter({ hasText: 'Invalid or expired reset token.' })).toContainText('try to log in with it')

  const unclear = 'The server gave no clear answer, so your link may still be valid. Please try again.'
  await failing(page, 'verifyEmail', 'hanging', unclear, async () => {
    await page.goto('/verify-email/1/nonsense', { waitUntil: 'commit' })
    await expect(page.getByText('Verifying your email...')).toBeVisible()
  })
  const again = page.getByRole('button', { name: 'Try Again' })
  await failing(page, 'verifyEmail', 'broken', unclear, async () => {
    await again.click()
    await expect(alert.filter({ hasText: unclear })).toBeVisible()
  })
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(alert.filter({ hasText: unclear })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Email Verification Failed' })).toBeVisible()
  await expect(
    page.getByText('The verification link may have expired. Please try resending the verification email.'),
  ).toBeVisible()
  const resend = page.getByRole('button', { name: 'Resend Verification Email' })
  await resend.click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await page.getByLabel('Email').fill(`${name}@example.com`)
  await failing(page, 'resendVerification', 'broken', 'Failed to resend verification email. Please try again.', () =>
    resend.click(),
  )
  await expect(page.getByLabel('Email')).toHaveValue(`${name}@example.com`)
  await resend.click()
  await expect(page.getByText('Verification email has been resent successfully.')).toBeVisible()
})

test('a failed change to profile, password, sessions or own data shows the error and can be repeated', async ({
  page,
  makers,
  login,
  request,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  pageProblems.allow(/status of 400/)
  const person = await makers.addAttendee()
  const { username, password } = person
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36' }
  for (const headers of [{}, {}, phone]) {
    await request.post('/api/users/login', { data: { username, password }, headers })
  }
  await page.clock.install()
  await login(person)
  const again = page.getByRole('button', { name: 'Try Again' })

  await failing(page, 'showProfile', 'busy', 'Error fetching user data: {reason}', () =>
    page.goto('/complete-profile?next=/bookmarks'),
  )
  await again.click()
  await page.getByLabel('Phone Number').fill('0898765432')
  const complete = page.getByRole('button', { name: 'Save Profile' })
  await failing(page, 'editProfile', 'page', 'Failed to update profile. Please try again.', () => complete.click())
  await expect(page.getByLabel('Phone Number')).toHaveValue('0898765432')
  await complete.click()
  await expect(page).toHaveURL('/bookmarks')

  await failing(page, 'showProfile', 'gone', 'Error fetching user data: {reason}', () => page.goto('/account-info'))
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await failing(page, 'listFollowed', 'busy', 'The organizers you follow could not be loaded.', () => again.click())
  // It loads the whole page again.
  await failing(page, 'listSessions', 'page', 'Your sessions could not be loaded.', () => again.click())
  await expect(page.getByText("You don't follow anyone yet.")).toBeVisible()
  await sessions.getByRole('button', { name: 'Try Again' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(4)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')

  const input = page.getByLabel('Profile picture')
  const choose = () => input.setInputFiles(picture)
  await failing(page, 'uploadProfilePicture', 'hanging', 'Failed to upload profile picture. Please try again.', choose)
  await choose()
  await expect(page.locator('main img')).toHaveAttribute('src', /^\/pictures\//)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First Name').fill('Mali')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await failing(page, 'editProfile', 'busy', 'Failed to save changes. Please try again.', () => save.click())
  await expect(page.getByLabel('First Name')).toHaveValue('Mali')
  await save.click()
  await expect(page.getByRole('heading', { name: 'Mali Suksan' })).toBeVisible()

  const end = sessions.getByRole('button', { name: 'End the session of Chrome on Android' })
  await failing(page, 'endSession', 'hanging', 'The session could not be ended. Please try again.', () => end.click())
  await end.click()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('status').getByText('The session has ended.')).toBeVisible()
  await expect(sessions.getByRole('list')).toBeFocused()
  const endOthers = sessions.getByRole('button', { name: 'End All Others' })
  await failing(page, 'endOtherSessions', 'busy', 'The session could not be ended. Please try again.', () =>
    endOthers.click(),
  )
  await endOthers.click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current Password').fill('guess')
  await page.getByLabel('New Password', { exact: true }).fill('a new horse battery')
  await page.getByLabel('Confirm New Password').fill('a new horse battery')
  const savePassword = page.getByRole('button', { name: 'Save New Password' })
  await savePassword.click()
  await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription(/This is not your current password/)
  await page.getByLabel('Current Password').fill(password)
  await failing(page, 'changePassword', 'broken', 'Failed to change your password. Please try again.', () =>
    savePassword.click(),
  )
  await expect(page.getByLabel('Confirm New Password')).toHaveValue('a new horse battery')
  await savePassword.click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused()

  const download = page.getByRole('button', { name: 'Download My Data' })
  await failing(page, 'exportOwnData', 'page', 'Your data could not be downloaded. Please try again.', () =>
    download.click(),
  )
  const downloading = page.waitForEvent('download')
  await download.click()
  expect((await downloading).suggestedFilename()).toBe('my-data.zip')

  const ask = page.getByRole('button', { name: 'Delete Account' })
  await failing(page, 'previewDeletion', 'gone', 'Your account could not be loaded. Please try again.', () =>
    ask.click(),
  )
  await ask.click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const sure = page.getByRole('dialog', { name: 'Are you sure?' })
  await sure.getByLabel('Current Password').fill('a new horse battery')
  const deletes = sure.getByRole('button', { name: 'Delete Account' })
  await failing(page, 'deleteAccount', 'busy', 'Failed to delete your account. Please try again.', () =>
    deletes.click(),
  )
  await expect(sure.getByLabel('Current Password')).toHaveValue('a new horse battery')
  await deletes.click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
})

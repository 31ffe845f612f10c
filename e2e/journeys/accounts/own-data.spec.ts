import { expect, test } from '../../support/fixtures.ts'

test('a user ends sessions, changes the password, and downloads their data', async ({
  page,
  makers,
  login,
  request,
  pageProblems,
}) => {
  pageProblems.allow(/status of 400/)
  const person = await makers.addAttendee()
  const credentials = { username: person.username, password: person.password }
  await request.post('/api/users/login', {
    data: credentials,
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36' },
  })
  await login(person)
  await page.goto('/account-info')

  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await sessions.getByRole('button', { name: 'End the session of Chrome on Android' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('status').getByText('The session has ended.')).toBeVisible()
  await expect(sessions.getByRole('list')).toBeFocused()

  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current Password').fill('guess')
  await page.getByLabel('New Password', { exact: true }).fill('a new horse battery')
  await page.getByLabel('Confirm New Password').fill('a new horse battery')
  await page.getByRole('button', { name: 'Save New Password' }).click()
  await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription(/This is not your current password/)
  await page.getByLabel('Current Password').fill(person.password)
  await page.getByRole('button', { name: 'Save New Password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download My Data' }).click()
  expect((await downloading).suggestedFilename()).toBe('my-data.zip')
})

test('an account is deleted after two questions, and this browser deletes its data', async ({
  page,
  makers,
  login,
}) => {
  const event = await makers.addEvent()
  const person = await makers.addAttendee()
  await makers.addTicket(event.id, person)
  await makers.addComment(event.id, person, 'See you there!')
  await login(person)
  await page.goto('/account-info')

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const first = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(first).toContainText('Your ticket for an upcoming event is cancelled')
  await expect(first).toContainText('Your comment is deleted')
  await first.getByRole('button', { name: 'Continue' }).click()
  const second = page.getByRole('dialog', { name: 'Are you sure?' })
  await second.getByRole('button', { name: 'Delete Account' }).click()
  await expect(second.getByLabel('Current Password')).toHaveAccessibleDescription(/Enter your current password/)
  await second.getByLabel('Current Password').fill(person.password)
  await second.getByLabel('Current Password').hover()
  await page.mouse.down()
  await page.mouse.move(2, 300)
  await page.mouse.up()
  await second.getByRole('button', { name: 'Delete Account' }).click()

  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('an organizer must call off upcoming events first', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  await login(event.owner)
  await page.goto('/account-info')

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Call off your upcoming events first' })
  await expect(dialog).toContainText(event.event_name)
  await dialog.getByRole('link', { name: 'Go to My Events' }).click()

  await expect(page.getByRole('heading', { name: 'My Events' })).toBeVisible()
})

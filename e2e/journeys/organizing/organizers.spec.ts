import { follow } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a taken name is reported at its field, and a new organizer has the role, theme and sidebar at once', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/status of 4(00|22)/)
  const attendee = await makers.addAttendee()
  const { username } = await makers.addOrganizer()
  await login(attendee)

  await page.goto('/create-event')
  await expect(page).toHaveURL(/\/become-organizer/)
  await expect(page.getByText('Only organizers can do this.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByLabel('Organizer Name')).toBeFocused()
  await page.getByLabel('Organizer Name').fill(`House of ${username}`)
  await page.getByLabel('Email').fill('team@example.com')
  await page.getByLabel('Organizer Type').selectOption('Educational')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  const words = 'The organizer name is already taken. Please choose a different name.'
  await expect(page.getByRole('alert')).toContainText(words)
  await expect(page.getByLabel('Organizer Name')).toHaveAccessibleDescription(new RegExp(words))
  await expect(page.getByLabel('Organizer Name')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('team@example.com')

  const msg = 'This mailbox does not exist.'
  const refusal = { error: msg, message: msg, code: 'invalid_fields', detail: [{ loc: ['body', 'email'], msg }] }
  await page.route('**/api/organizers/apply-organizer', (route) => route.fulfill({ status: 422, json: refusal }))
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByRole('alert').filter({ hasText: msg })).toBeVisible()
  await page.unroute('**/api/organizers/apply-organizer')

  await page.getByLabel('Organizer Name').fill(`บ้าน ${attendee.username}`)
  await page.getByRole('button', { name: 'Submit Application' }).click()

  await expect(page.getByText('Application to become an organizer submitted successfully!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('data-role', 'organizer')
  await expect(page.getByRole('link', { name: 'My Events' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Become Organizer' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('status'))).toBe('Organizer')

  await page.goto('/become-organizer')
  await expect(page.getByText('You are already an organizer.')).toBeVisible()

  await follow(page, '/organizer-info')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Organizer Type').selectOption('Nonprofit')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.getByText('Nonprofit')).toBeVisible()
})

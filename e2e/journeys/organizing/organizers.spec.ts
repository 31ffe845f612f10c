import { readFile } from 'node:fs/promises'
import { expect, test } from '../../support/fixtures.ts'

const picture = { name: 'logo.png', mimeType: 'image/png', buffer: await readFile('web/public/icon-192.png') }

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
})

test('an organizer changes the profile and its logo', async ({ page, makers, login, pageProblems }) => {
  const organizer = await makers.addOrganizer()
  const { username } = await makers.addOrganizer()
  pageProblems.allow(/status of 400/)
  await login(organizer)

  await page.goto('/account-info')
  await page.getByRole('link', { name: 'Go to Organizer Profile' }).click()
  await expect(page).toHaveURL('/organizer-info')
  await expect(page.getByText('Company')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Organizer Name').fill(`House of ${username}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('The organizer name is already taken.')

  await page.getByLabel('Organizer Name').fill(`สโมสร ${organizer.username}`)
  await page.getByLabel('Organizer Type').selectOption('Nonprofit')
  await page.getByLabel('Email').fill('club@example.com')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  for (const text of [`สโมสร ${organizer.username}`, 'Nonprofit', 'club@example.com']) {
    await expect(page.getByText(text).first()).toBeVisible()
  }

  await page.getByLabel('Logo').setInputFiles({ ...picture, name: 'logo.svg', mimeType: 'image/svg+xml' })
  await expect(page.getByRole('alert')).toContainText('Only JPEG and PNG files are allowed.')
  await page.getByLabel('Logo').setInputFiles(picture)
  await expect(page.locator('main img')).toHaveAttribute('src', /^\/pictures\//)
  await page.getByRole('link', { name: 'Back to Account Details' }).click()
  await expect(page).toHaveURL('/account-info')
})

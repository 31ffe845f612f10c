import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'

test('a user reads and changes every field of their profile; a new email needs the password', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/status of 400/)
  const attendee = await makers.addAttendee()
  const renamed = `new-${attendee.username}`

  await login(attendee)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Account Details' })).toBeVisible()
  await expect(page.getByText('Mar 4, 1992')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Organizer Profile' })).toHaveCount(0)

  // On a phone, Cancel at the end of the form returns to its start.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Edit Profile' }).press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.getByLabel('First Name').fill('Somebody else')
  await page.getByRole('button', { name: 'Save Changes' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeInViewport()
  await expect(page.getByText('Somebody else')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Malee Suksan' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const typed = {
    'First Name': 'มาลี',
    'Last Name': 'สุขสันต์',
    Username: renamed,
    Email: `${renamed}@example.com`,
    'Phone Number': '0898765432',
    'Birth Date': '1993-04-05',
    Nationality: 'Thai',
    Address: '99/1 ถนนสุขุมวิท กรุงเทพฯ',
    Latitude: '13.7563',
    Longitude: '100.5018',
    'Facebook Profile': 'https://www.facebook.com/malee',
    'Instagram Handle': 'https://instagram.com/malee',
  }
  const current = page.getByLabel('Current Password')
  await expect(current).toHaveCount(0)
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(current).toBeFocused()
  await expect(current).toHaveAccessibleDescription(/Enter your current password to change your email/)
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await current.fill('something else')
  await page.keyboard.press('Enter')
  await expect(current).toHaveAccessibleDescription(/This is not your current password/)
  await current.fill(attendee.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  for (const text of [
    'มาลี สุขสันต์',
    `@${renamed}`,
    `${renamed}@example.com`,
    '0898765432',
    'Apr 5, 1993',
    '13.7563',
    'facebook.com/malee',
  ]) {
    await expect(page.getByText(text).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu').getByText(renamed)).toBeVisible()
})

const blocked = [
  { field: 'Phone Number', value: '12345', words: 'Must only be 10 digits' },
  { field: 'Facebook Profile', value: 'malee', words: 'Enter a link such as https://www.facebook.com/name.' },
  { field: 'First Name', value: ' ', words: 'First name is required.' },
]
test('invalid input is not saved, each error is shown in the form, and a new picture during its upload', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const other = await makers.addAttendee()
  pageProblems.allow(/status of 40[03]/)
  await login(await makers.addAttendee())
  await page.goto('/account-info')
  const edit = page.getByRole('button', { name: 'Edit Profile' })
  const save = page.getByRole('button', { name: 'Save Changes' })
  const cancel = page.getByRole('button', { name: 'Cancel' }).first()
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves += 1
  })

  await test.step('an invalid field shows its error once and gets the focus, and nothing is sent', async () => {
    for (const { field, value, words } of blocked) {
      await edit.click()
      await page.getByLabel(field).fill(value)
      await save.click()

      await expect(page.getByLabel(field)).toBeFocused()
      await expect(page.getByLabel(field)).toHaveAccessibleDescription(new RegExp(words))
      await expect(page.getByText(words)).toHaveCount(1)
      await expect(page.getByRole('alert')).toBeEmpty()
      await cancel.click()
    }
    expect(saves).toBe(0)
  })

  await test.step('a file that is not a picture is not sent', async () => {
    await page.getByLabel('Profile picture').setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: onePixel })
    await expect(page.getByRole('alert')).toContainText('Only JPEG and PNG files are allowed.')
  })

  await test.step("the server's error is shown at its field", async () => {
    await edit.click()
    await page.getByLabel('Username').fill(other.username)
    await save.click()

    await expect(page.getByRole('alert').filter({ hasText: 'Failed to save changes. Please try again.' })).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username is already taken/)
    await expect(page.getByLabel('Username')).toBeFocused()
    await cancel.click()
  })

  await test.step('an error about a field that the form does not show is also shown', async () => {
    const words = 'Enter your current password to change your email.'
    const refusal = { error: words, message: words, detail: words, code: 'password_needed' }
    await page.route('**/api/users/edit-profile/**', (route) => route.fulfill({ status: 403, json: refusal }))
    await edit.click()
    await page.getByLabel('First Name').fill('Malee')
    await save.click()

    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  })

  await test.step('a new picture is shown during its upload, and then in the top bar', async () => {
    const release = await hold(page, '**/upload/profile-picture')

    await page.getByLabel('Profile picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: onePixel })
    await expect(page.getByRole('progressbar', { name: /^Uploading/ })).toBeVisible()
    await expect(page.locator('main img')).toHaveAttribute('src', /^blob:/)
    release()

    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.locator('main img')).toHaveAttribute('src', /^\/pictures\//)
    await expect(page.getByRole('button', { name: 'Account menu' }).locator('img')).toHaveAttribute(
      'src',
      /^\/pictures\//,
    )
    const fetched = page.getByRole('button', { name: 'Account menu' }).locator('img')
    await expect.poll(() => fetched.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/-(96|320)\.webp$/)
  })
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

import { expect, test } from '../../support/fixtures.ts'

test('an account is deleted after two questions and without upcoming events, and this browser deletes its data', async ({
  page,
  makers,
  login,
}) => {
  const event = await makers.addEvent()
  const person = await makers.addOrganizer()
  const own = await makers.addEvent({}, person)
  await makers.addTicket(event.id, person)
  await makers.addComment(event.id, person, 'See you there!')
  await login(person)
  await page.goto('/account-info')
  const profile = page.getByRole('link', { name: 'Go to Organizer Profile' })
  await expect(profile).toHaveAttribute('href', '/organizer-info')

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const upcoming = page.getByRole('dialog', { name: 'Call off your upcoming events first' })
  await expect(upcoming).toContainText(own.event_name)
  await upcoming.getByRole('link', { name: 'Go to My Events' }).click()
  await expect(page.getByRole('heading', { name: 'My Events' })).toBeVisible()
  await makers.callOff(own.id, person)

  await page.goBack()
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

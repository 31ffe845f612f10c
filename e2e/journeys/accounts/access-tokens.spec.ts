import { expect, test } from '../../support/fixtures.ts'

test('an organizer makes a token for a program, sees it once, and revokes it', async ({
  page,
  makers,
  login,
  request,
}) => {
  const organizer = await makers.addOrganizer()
  const { id } = await makers.addEvent({}, organizer)
  await login(organizer)
  await page.goto('/account-info')
  await page.getByRole('link', { name: 'Manage Access Tokens' }).click()

  await page.getByLabel('Name').fill('Badge printer')
  await page.getByRole('button', { name: 'Create Access Token' }).click()
  await expect(page.getByText('Choose at least one.')).toBeVisible()
  await page.getByLabel('See and decide on applications for your events').check()
  await page.getByRole('button', { name: 'Create Access Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your new access token' })
  const token = await dialog.getByText(/^ruam_/).innerText()
  const ask = async (path: string) =>
    (await request.get(path, { headers: { authorization: `Bearer ${token}` } })).status()
  expect(await ask(`/api/events/${id}/attendee-list`)).toBe(200)
  expect(await ask('/api/users/profile')).toBe(403)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.reload()
  const list = page.getByRole('list', { name: 'Access tokens' })
  await expect(list).toContainText('Badge printer')
  await expect(list).toContainText('last used')
  await expect(page.getByText(token)).toHaveCount(0)
  await list.getByRole('button', { name: 'Revoke Badge printer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The access token was revoked.')).toBeVisible()
  await expect(list).toHaveCount(0)
  expect(await ask(`/api/events/${id}/attendee-list`)).toBe(401)
})

import { expect, test } from '../../support/fixtures.ts'

const text =
  '# Programme\n\n- [x] two *talks*\n\n[Map](https://example.com)\n\n| When | What |\n|---|---|\n| ๑๘:๐๐ | ดนตรี |'

test('a preview shows the rendered text or what is wrong with it, and can be repeated', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/503|422|preview-markdown/)
  await login(await makers.addOrganizer())
  await page.goto('/create-event')
  const written = page.getByLabel('Detailed Description', { exact: true })
  const group = page.getByRole('group', { name: 'Detailed Description: write or preview' })
  const preview = page.getByRole('region', { name: 'Preview of Detailed Description' })
  const fail = { status: 503, json: { code: 'preview_unavailable', error: 'The preview is not available right now.' } }
  await page.route('**/api/events/preview-markdown', (route) => route.fulfill(fail), { times: 1 })
  await written.fill(text)

  await group.getByRole('button', { name: 'Preview' }).focus()
  await page.keyboard.press('Enter')
  await expect(preview.getByRole('alert')).toHaveText('The preview is not available right now.')
  await page.keyboard.press('Tab')
  await expect(preview.getByRole('button', { name: 'Try Again' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(preview.getByRole('status')).toHaveText('The preview is shown.')
  await expect(preview.getByRole('heading', { name: 'Programme', level: 3 })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'Done' })).toBeVisible()
  await expect(preview.getByRole('link', { name: 'Map' })).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await group.getByRole('button', { name: 'Write' }).click()
  await expect(written).toHaveValue(text)

  const words = 'Quotes and lists may be nested at most 20 deep.'
  await written.fill('>'.repeat(30))

  await group.getByRole('button', { name: 'Preview' }).click()
  await expect(preview.getByRole('alert')).toHaveText(words)
  await group.getByRole('button', { name: 'Write' }).click()
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()

  await expect(written).toHaveAccessibleDescription(new RegExp(words))
})

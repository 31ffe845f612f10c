import { articleOf, fieldOf, openComments, panelOf } from '../../support/comments.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'

test('the field is read-only while a comment is being sent', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  await login(await makers.addAttendee())
  await openComments(page, `/events/${event.id}`)
  const letGo = await hold(page, '/api/comments/write-comment/*')

  await fieldOf(page).fill('I do')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect(fieldOf(page)).not.toBeEditable()
  await expect(fieldOf(page)).toBeFocused()
  letGo()

  await expect(fieldOf(page)).toHaveValue('')
  await expect(fieldOf(page)).toBeEditable()
  await expect(fieldOf(page)).toBeFocused()

  await fieldOf(page).fill('x'.repeat(2_001))
  await expect(panelOf(page).getByRole('alert')).toContainText('A comment may have at most 2,000 characters.')
})

test('a comment edited elsewhere does not move the focus into its open form', async ({
  page,
  makers,
  login,
  request,
}) => {
  const event = await makers.addEvent()
  const author = await makers.addAttendee()
  const comment = await makers.addComment(event.id, author, 'Who comes along?')
  await login(author)
  await openComments(page, `/events/${event.id}`)
  await articleOf(page, comment.id).locator('[aria-haspopup="menu"]').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toBeFocused()
  await fieldOf(page).fill('Something else')

  const headers = { authorization: `Bearer ${author.access_token}` }
  const data = { content: 'Who comes along, and how do you get there?' }
  await request.put(`/api/comments/${comment.id}/edit`, { headers, data })
  const news = await makers.addComment(event.id, event.owner, 'brand new')

  await expect(articleOf(page, news.id)).toBeAttached()
  await expect(fieldOf(page)).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toHaveValue('Who comes along?')
})

import { articleOf, caretIn, fieldOf, openComments, panelOf } from '../../support/comments.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a thread deleted during a reply leaves the typed text', async ({ page, makers, login, request }) => {
  const event = await makers.addEvent()
  const author = await makers.addAttendee()
  const thread = await makers.addComment(event.id, author, 'Something rash')
  await login(await makers.addAttendee())
  await openComments(page, `/events/${event.id}`)
  await page.getByRole('button', { name: `Reply to ${author.username}` }).click()
  await page.getByPlaceholder('Write a reply...').fill('A long and thoughtful answer')

  const headers = { authorization: `Bearer ${author.access_token}` }
  await request.delete(`/api/comments/${thread.id}/delete`, { headers })

  await expect(articleOf(page, thread.id)).toContainText('This comment is no longer available.')
  await expect(articleOf(page, thread.id)).not.toContainText('Something rash')
  await expect(page.getByPlaceholder('Write a reply...')).toHaveValue('A long and thoughtful answer')
  expect(await caretIn(page)).toEqual(['A long and thoughtful answer', 28])
  await page.reload()
  await expect(fieldOf(page)).toHaveValue('A long and thoughtful answer')

  const next = await makers.addComment(event.id, author, 'Something else')
  await articleOf(page, next.id).getByRole('button', { name: 'Reply' }).click()
  await page.getByPlaceholder('Write a reply...').fill('And another')
  await request.delete(`/api/comments/${next.id}/delete`, { headers })
  await articleOf(page, next.id).getByRole('button', { name: 'Move to a new comment' }).click()
  await expect(panelOf(page).getByText('No comments yet.')).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('A long and thoughtful answer\n\nAnd another')
  await expect(fieldOf(page)).toBeFocused()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panelOf(page).getByRole('article')).toContainText('And another')
})

import { articleOf, caretIn, fieldOf, openComments, panelOf } from '../../support/comments.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'

test('what is being typed stays while it is sent, and when comments are edited or deleted elsewhere', async ({
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
  const release = await hold(page, '/api/comments/write-comment/*')

  // The field is read-only meanwhile.
  await fieldOf(page).fill('I do')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect(fieldOf(page)).not.toBeEditable()
  await expect(fieldOf(page)).toBeFocused()
  release()
  await expect(fieldOf(page)).toHaveValue('')
  await expect(fieldOf(page)).toBeEditable()
  await expect(fieldOf(page)).toBeFocused()
  await fieldOf(page).fill('x'.repeat(2_001))
  await expect(panelOf(page).getByRole('alert')).toContainText('A comment may have at most 2,000 characters.')

  // The focus does not move into the open form of a comment that is edited elsewhere.
  await articleOf(page, comment.id).locator('[aria-haspopup="menu"]').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edited = page.getByRole('textbox', { name: 'Edit your comment' })
  await expect(edited).toBeFocused()
  await fieldOf(page).fill('Something else')
  const headers = { authorization: `Bearer ${author.access_token}` }
  const data = { content: 'Who comes along, and how do you get there?' }
  await request.put(`/api/comments/${comment.id}/edit`, { headers, data })
  const thread = await makers.addComment(event.id, event.owner, 'Something rash')
  await expect(articleOf(page, thread.id)).toBeAttached()
  await expect(fieldOf(page)).toBeFocused()
  await expect(edited).toHaveValue('Who comes along?')
  await fieldOf(page).fill('')

  // A thread deleted during a reply leaves the text.
  const remove = (id: number) =>
    request.delete(`/api/comments/${id}/delete`, { headers: { authorization: `Bearer ${event.owner.access_token}` } })
  const reply = page.getByPlaceholder('Write a reply...')
  await articleOf(page, thread.id).getByRole('button', { name: 'Reply' }).click()
  await reply.fill('A long and thoughtful answer')
  await remove(thread.id)
  await expect(articleOf(page, thread.id)).toContainText('This comment is no longer available.')
  await expect(articleOf(page, thread.id)).not.toContainText('Something rash')
  await expect(reply).toHaveValue('A long and thoughtful answer')
  expect(await caretIn(page)).toEqual(['A long and thoughtful answer', 28])
  await page.reload()
  await expect(fieldOf(page)).toHaveValue('A long and thoughtful answer')

  const next = await makers.addComment(event.id, event.owner, 'Something else')
  await articleOf(page, next.id).getByRole('button', { name: 'Reply' }).click()
  await reply.fill('And another')
  await remove(next.id)
  await articleOf(page, next.id).getByRole('button', { name: 'Move to a new comment' }).click()
  await expect(articleOf(page, next.id)).toHaveCount(0)
  await expect(fieldOf(page)).toHaveValue('A long and thoughtful answer\n\nAnd another')
  await expect(fieldOf(page)).toBeFocused()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panelOf(page).getByRole('article').first()).toContainText('And another')
})

test('the buttons of a long reply stay in view', async ({ page, makers, login }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const event = await makers.addEvent()
  const author = await makers.addAttendee()
  for (let n = 1; n <= 6; n++) await makers.addComment(event.id, author, `Comment ${n}`)
  await login(author)
  await openComments(page, `/events/${event.id}`)

  const last = panelOf(page).getByRole('article').last()
  await last.getByRole('button', { name: 'Reply' }).click()
  await page.getByPlaceholder('Write a reply...').pressSequentially('A\nreply\nof\nsix\nlong\nlines')
  await expect(page.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 })
})

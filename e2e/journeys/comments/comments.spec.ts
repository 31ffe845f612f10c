import type { Page } from '@playwright/test'
import { fieldOf, panelOf } from '../../support/comments.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { silence } from '../../support/offline.ts'

const commentBy = (page: Page, content: string) => page.getByRole('article').filter({ hasText: content })

test('a visitor who comments logs in and returns to the typed text', async ({ page, makers }) => {
  const event = await makers.addEvent()
  const attendee = await makers.addAttendee()
  await makers.addComment(event.id, event.owner, 'Who comes along?')

  await page.goto(`/events/${event.id}`)
  await expect(panelOf(page).getByText('Who comes along?')).toBeVisible()
  await expect(panelOf(page).getByText('less than a minute ago')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await fieldOf(page).fill('  ไปแน่นอน\nsee you there  ')
  await page.getByRole('button', { name: 'Send', exact: true }).click()

  await expect(page.getByRole('alert')).toContainText('Authentication required')
  await page.getByLabel('Username').fill(attendee.username)
  await page.getByLabel('Password', { exact: true }).fill(attendee.password)
  await page.keyboard.press('Enter')

  await expect(fieldOf(page)).toHaveValue('  ไปแน่นอน\nsee you there  ')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panelOf(page).getByRole('status')).toContainText('Your comment was posted.')
  await expect(panelOf(page).getByRole('article').first()).toContainText('ไปแน่นอน')
  await expect(fieldOf(page)).toHaveValue('')
  await page.reload()
  await expect(panelOf(page).getByRole('article')).toHaveCount(2)
  await expect(fieldOf(page)).toHaveValue('')
})

test('a new reply is shown first in its thread, and Escape discards one', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  const thread = await makers.addComment(event.id, event.owner, 'Who comes along?')
  await makers.addComment(event.id, event.owner, 'The first answer', thread.id)
  const attendee = await makers.addAttendee()
  await login(attendee)
  await page.goto(`/events/${event.id}`)

  const toggle = page.getByRole('button', { name: `1 reply to ${event.owner.username}` })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  const opener = page.getByRole('button', { name: `Reply to ${event.owner.username}`, exact: true })
  await opener.click()
  const field = page.getByPlaceholder('Write a reply...')
  await expect(field).toBeFocused()
  await field.fill('never mind')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await field.fill('I do')
  await page.keyboard.press('Control+Enter')

  const replies = page.getByRole('list', { name: `Replies to ${event.owner.username}` }).getByRole('article')
  await expect(replies).toHaveCount(2)
  await expect(replies.first()).toContainText('I do')
  await expect(page.getByRole('button', { name: `2 replies to ${event.owner.username}` })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await expect(opener).toBeFocused()
})

test('an author edits a comment in place, and a failure keeps the typed text', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(silence)
  pageProblems.allow(/status of 409|ERR_FAILED|^failed: /)
  const event = await makers.addEvent()
  const attendee = await makers.addAttendee()
  await makers.addComment(event.id, attendee, 'See you thare')
  await makers.addComment(event.id, event.owner, 'Not mine')
  await login(attendee)
  await page.goto(`/events/${event.id}`)

  const menu = page.getByRole('button', { name: 'More about your comment' })
  await expect(menu).toHaveCount(1)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const field = page.getByRole('textbox', { name: 'Edit your comment' })
  await expect(field).toBeFocused()
  await field.fill('  ')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(panelOf(page).getByText('See you thare')).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await field.fill('See you there')
  await page.route('/api/comments/*/edit', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').first()).toContainText(
    'Error editing comment: No response received from server. Please check your connection.',
  )
  await expect(field).toHaveValue('See you there')
  await page.unroute('/api/comments/*/edit')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(commentBy(page, 'See you there')).toContainText('Edited')
  await expect(page.getByText('Error editing comment')).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('deleting asks for confirmation, and a refused deletion restores the comment', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/ERR_FAILED|^failed: |status of 503/)
  const event = await makers.addEvent()
  const attendee = await makers.addAttendee()
  const older = await makers.addComment(event.id, event.owner, 'An older one')
  await makers.addComment(event.id, attendee, 'A rash one')
  await login(attendee)
  await page.goto(`/events/${event.id}`)
  const ask = async () => {
    await page.getByRole('button', { name: 'More about your comment' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    return page.getByRole('dialog', { name: 'Delete this comment?' })
  }

  await (await ask()).getByRole('button', { name: 'Keep' }).click()
  await expect(panelOf(page).getByRole('article')).toHaveCount(2)

  const refuse = {
    status: 503,
    json: { code: 'unavailable', error: 'Not now.', message: 'Not now.', detail: 'Not now.' },
  }
  await page.route('/api/comments/*/delete', (route) => route.fulfill(refuse))
  await (await ask()).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Error deleting comment: Not now.')
  await expect(panelOf(page).getByRole('article')).toHaveCount(2)
  await page.unroute('/api/comments/*/delete')

  const letGo = await hold(page, '/api/comments/*/delete')
  const question = await ask()
  await expect(page.getByText('Error deleting comment: Not now.')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeVisible()
  await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(1)
  letGo()

  await expect(question).toBeHidden()
  await expect(page.locator(`#comment-${older.id}`)).toBeFocused()
  await expect(panelOf(page).getByRole('status')).toContainText('The comment was deleted.')
  await expect(page.getByText('Error deleting comment: Not now.')).toHaveCount(0)
})

test('long threads load page by page', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  const thread = await makers.addComment(event.id, event.owner, 'the first of all')
  for (let count = 1; count <= 8; count++) await makers.addComment(event.id, event.owner, `answer ${count}.`, thread.id)
  for (let count = 1; count <= 21; count++) await makers.addComment(event.id, event.owner, `comment ${count}.`)
  await page.setViewportSize({ width: 360, height: 740 })
  await login(await makers.addAttendee())
  await page.goto(`/events/${event.id}`)

  const panel = panelOf(page)
  await expect(panel.getByRole('article')).toHaveCount(20)
  await expect(panel.locator('> div').first()).toHaveCSS('height', '500px')
  await panel.getByRole('button', { name: 'Show more comments' }).click()
  await expect(panel.getByRole('article')).toHaveCount(22)
  await expect(panel.getByRole('button', { name: 'Show more comments' })).toHaveCount(0)
  await panel.getByRole('button', { name: /^8 replies/ }).click()
  await expect(panel.getByRole('article')).toHaveCount(27)
  await panel.getByRole('button', { name: 'Show more replies' }).click()
  await expect(panel.getByRole('article')).toHaveCount(30)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const below = () =>
    document.documentElement.scrollHeight -
    (document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0) -
    scrollY
  // Below the footer there is only space for the two bottom bars, at any scroll position of the panel.
  expect(await page.evaluate(below)).toBeLessThan(140)
  for (const button of await panel.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(box?.height, String(await button.textContent())).toBeGreaterThanOrEqual(44)
  }
})

import { articleOf, fieldOf, openComments, panelOf } from '../../support/comments.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a visitor who comments logs in and returns to the typed text; a new reply is shown first in its thread', async ({
  page,
  makers,
}) => {
  const event = await makers.addEvent()
  const attendee = await makers.addAttendee()
  const thread = await makers.addComment(event.id, event.owner, 'Who comes along?')
  await makers.addComment(event.id, event.owner, 'The first answer', thread.id)

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

  // Escape closes a reply, but discards nothing.
  const toggle = page.getByRole('button', { name: `1 reply to ${event.owner.username}` })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  const opener = page.getByRole('button', { name: `Reply to ${event.owner.username}`, exact: true })
  await opener.click()
  const field = page.getByPlaceholder('Write a reply...')
  await expect(field).toBeFocused()
  await field.fill('never mind')
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('never mind')
  await field.fill(' ')
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

test('long threads load page by page, and new comments neither move their reader nor close a menu', async ({
  page,
  makers,
  login,
}) => {
  const event = await makers.addEvent({ visibility: 'PRIVATE' })
  const { link_key } = await makers.send('get', `/api/events/${event.id}`, {}, event.owner)
  const thread = await makers.addComment(event.id, event.owner, 'the first of all')
  for (let count = 1; count <= 8; count++) await makers.addComment(event.id, event.owner, `answer ${count}.`, thread.id)
  for (let count = 1; count <= 21; count++) await makers.addComment(event.id, event.owner, `comment ${count}.`)
  await login(await makers.addAttendee())
  await page.setViewportSize({ width: 360, height: 740 })
  await openComments(page, `/events/${event.id}?link=${link_key}`)

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

  const mark = panel.getByText('answer 3.')
  await mark.scrollIntoViewIfNeeded()
  await articleOf(page, thread.id).locator('[aria-haspopup="menu"]').nth(1).focus()
  const before = (await mark.boundingBox())?.y
  await makers.addComment(event.id, event.owner, 'brand new')
  await makers.addComment(event.id, event.owner, 'a new answer', thread.id)
  await expect(panel.getByRole('article')).toHaveCount(32)
  await expect(panel.getByRole('article').first()).toContainText('brand new')
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))
  expect(focused).toBe('menu')
  // Only the new reply may now be between them and the focus.
  const after = (await mark.boundingBox())?.y ?? 0
  expect(Math.abs(after - (before ?? 0))).toBeLessThan(2)

  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Report' })
  await expect(item).toBeFocused()
  const news = await makers.addComment(event.id, event.owner, 'brand newer')
  await expect(articleOf(page, news.id)).toBeAttached()
  await expect(item).toBeFocused()
})

import { articleOf, caretIn, choose, fieldOf, openComments, panelOf, regionOf } from '../../support/comments.ts'
import { expect, test } from '../../support/fixtures.ts'

// Playwright's routes of a page do not apply to a service worker's requests.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ pageProblems }) => pageProblems.allow(/Service Worker registration blocked/))

test('new, edited and deleted comments appear on open pages without disturbing typing', async ({
  page,
  makers,
  login,
  openBrowser,
}) => {
  const event = await makers.addEvent()
  const first = await makers.addComment(event.id, event.owner, 'Who comes along?')
  const [viewer, writer] = [await makers.addAttendee(), await makers.addAttendee()]
  await login(viewer)
  const other = await openBrowser(writer)
  const visitor = await openBrowser()
  for (const each of [page, other, visitor]) {
    await openComments(each, `/events/${event.id}`)
    await expect(articleOf(each, first.id)).toBeVisible()
  }
  await fieldOf(page).pressSequentially('I would like to know')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')

  await fieldOf(other).fill('I do')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  for (const each of [page, visitor]) {
    await expect(panelOf(each).getByRole('article').first()).toContainText('I do')
  }
  expect(await caretIn(page)).toEqual(['I would like to know', 15])

  const own = Number((await panelOf(other).getByRole('article').first().getAttribute('id'))?.replace('comment-', ''))
  await choose(other, own, 'Edit')
  await other.getByRole('textbox', { name: 'Edit your comment' }).fill('I do, with two friends')
  await other.getByRole('button', { name: 'Save' }).click()
  for (const each of [page, visitor]) await expect(articleOf(each, own)).toContainText('with two friends')

  await other.getByRole('button', { name: `Reply to ${event.owner.username}`, exact: true }).click()
  await other.getByPlaceholder('Write a reply...').fill('Where do we meet?')
  await other.keyboard.press('Control+Enter')
  for (const each of [page, visitor]) await expect(articleOf(each, first.id)).toContainText('1 reply')

  await choose(other, own, 'Delete')
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  for (const each of [page, visitor]) await expect(articleOf(each, own)).toHaveCount(0)
  await expect(panelOf(other).getByRole('article')).toHaveCount(2)

  expect(await caretIn(page)).toEqual(['I would like to know', 15])
  await page.keyboard.type('really ')
  await expect(fieldOf(page)).toHaveValue('I would like toreally  know')
})

test('a reported comment is hidden from others and shown again, and closing comments keeps typed text', async ({
  page,
  makers,
  login,
  openBrowser,
}) => {
  const event = await makers.addEvent()
  const [author, viewer] = [await makers.addAttendee(), await makers.addAttendee()]
  const rude = await makers.addComment(event.id, author, 'Something rude')
  const kept = await makers.addComment(event.id, author, 'Something kind')
  await login(viewer)
  const [owners, authors] = [await openBrowser(event.owner), await openBrowser(author)]
  for (const each of [page, owners, authors]) {
    await openComments(each, `/events/${event.id}`)
    await expect(articleOf(each, rude.id)).toBeVisible()
  }

  await expect(panelOf(owners).getByText('1 reported')).toBeHidden()
  await choose(page, rude.id, 'Report')
  await page.getByLabel('What is wrong with it?').fill('It insults people')
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText('Thank you. The organizer will look at this comment.')).toBeVisible()

  await expect(panelOf(owners).getByText('1 reported')).toBeVisible()
  await owners.getByRole('button', { name: 'Manage comments' }).click()
  await owners.getByRole('menuitem', { name: 'Reported comments' }).click()
  const list = owners.getByRole('dialog', { name: 'Reported comments' })
  await expect(list).toContainText('1 person reported this.')
  await expect(list).toContainText('It insults people')
  await list.getByRole('button', { name: 'Hide' }).click()
  await expect(list).toContainText('There are no reports to review.')
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(articleOf(owners, rude.id)).toContainText('Hidden by the organizer')
  await expect(articleOf(page, rude.id)).toHaveCount(0)
  await expect(articleOf(authors, rude.id)).toContainText('Hidden by the organizer')
  await choose(owners, rude.id, 'Show again')
  await expect(articleOf(page, rude.id)).toBeVisible()
  await expect(articleOf(authors, rude.id)).not.toContainText('Hidden by the organizer')

  await page
    .getByRole('button', { name: `Reply to ${author.username}` })
    .first()
    .click()
  await page.getByPlaceholder('Write a reply...').fill('A reply, half')
  await fieldOf(page).fill('A comment, half')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
  await owners.getByRole('button', { name: 'Manage comments' }).click()
  await owners.getByRole('menuitem', { name: 'Close comments' }).click()
  const closed = 'The organizer has closed the comments of this event.'
  await expect(panelOf(page).getByText(closed)).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('A comment, half')
  await expect(fieldOf(page)).not.toBeEditable()
  await expect(page.getByPlaceholder('Write a reply...')).toHaveValue('A reply, half')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: closed })).toHaveCount(1)
  await expect(fieldOf(authors)).toBeHidden()

  await owners.getByRole('button', { name: 'Manage comments' }).click()
  await owners.getByRole('menuitem', { name: 'Open comments' }).click()
  await expect(fieldOf(page)).toBeEditable()
  await expect(fieldOf(page)).toHaveValue('A comment, half')
  expect(await caretIn(page)).toEqual(['A comment, half', 11])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panelOf(authors).getByRole('article').first()).toContainText('A comment, half')
  await expect(articleOf(authors, kept.id)).toBeVisible()
})

test('new comments neither move someone reading further down with open threads nor close a menu', async ({
  page,
  makers,
  login,
}) => {
  test.slow()
  const event = await makers.addEvent()
  const thread = await makers.addComment(event.id, event.owner, 'the first of all')
  for (let count = 1; count <= 7; count++) await makers.addComment(event.id, event.owner, `answer ${count}.`, thread.id)
  for (let count = 1; count <= 21; count++) await makers.addComment(event.id, event.owner, `comment ${count}.`)
  await login(await makers.addAttendee())
  await openComments(page, `/events/${event.id}`)
  const region = regionOf(page)
  await page.getByRole('button', { name: 'Show more comments' }).click()
  await page.getByRole('button', { name: /^7 replies/ }).click()
  await page.getByRole('button', { name: 'Show more replies' }).click()
  await expect(region.getByRole('article')).toHaveCount(22 + 7)
  const mark = region.getByText('answer 3.')
  await mark.scrollIntoViewIfNeeded()
  await articleOf(page, thread.id).locator('[aria-haspopup="menu"]').nth(1).focus()
  const before = (await mark.boundingBox())?.y

  await makers.addComment(event.id, event.owner, 'brand new')
  await makers.addComment(event.id, event.owner, 'a new answer', thread.id)

  await expect(region.getByRole('article')).toHaveCount(22 + 7 + 2)
  await expect(region.getByRole('article').first()).toContainText('brand new')
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

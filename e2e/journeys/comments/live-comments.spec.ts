import type { Page } from '@playwright/test'
import { articleOf, caretIn, choose, fieldOf, openComments, panelOf } from '../../support/comments.ts'
import { expect, test } from '../../support/fixtures.ts'

test('new, edited and deleted comments appear to visitors with the link without disturbing typing', async ({
  page,
  makers,
  openBrowser,
}) => {
  const event = await makers.addEvent({ visibility: 'PRIVATE' })
  const { link_key } = await makers.send('get', `/api/events/${event.id}`, {}, event.owner)
  const first = await makers.addComment(event.id, event.owner, 'Who comes along?')
  const other = await openBrowser(await makers.addAttendee())
  for (const each of [page, other]) {
    await openComments(each, `/events/${event.id}?link=${link_key}`)
    await expect(articleOf(each, first.id)).toBeVisible()
  }
  await fieldOf(page).pressSequentially('I would like to know')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')

  await fieldOf(other).fill('I do')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panelOf(page).getByRole('article').first()).toContainText('I do')
  expect(await caretIn(page)).toEqual(['I would like to know', 15])

  const own = Number((await panelOf(other).getByRole('article').first().getAttribute('id'))?.replace('comment-', ''))
  await choose(other, own, 'Edit')
  await other.getByRole('textbox', { name: 'Edit your comment' }).fill('I do, with two friends')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(articleOf(page, own)).toContainText('with two friends')

  await other.getByRole('button', { name: `Reply to ${event.owner.username}`, exact: true }).click()
  await other.getByPlaceholder('Write a reply...').fill('Where do we meet?')
  await other.keyboard.press('Control+Enter')
  await expect(articleOf(page, first.id)).toContainText('1 reply')

  await choose(other, own, 'Delete')
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(articleOf(page, own)).toHaveCount(0)
  await expect(panelOf(other).getByRole('article')).toHaveCount(2)

  expect(await caretIn(page)).toEqual(['I would like to know', 15])
  await page.keyboard.type('really ')
  await expect(fieldOf(page)).toHaveValue('I would like toreally  know')
  await articleOf(page, first.id).getByRole('button', { name: '1 reply' }).click()
  await expect(panelOf(page)).toContainText('Where do we meet?')
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
  await makers.addComment(event.id, author, 'Something kind')
  await login(viewer)
  const owners = await openBrowser(event.owner)
  await owners.setViewportSize({ width: 360, height: 740 })
  for (const each of [page, owners]) {
    await openComments(each, `/events/${event.id}`)
    await expect(articleOf(each, rude.id)).toBeVisible()
  }

  await expect(panelOf(owners).getByText('1 reported')).toBeHidden()
  await choose(page, rude.id, 'Report')
  await page.getByLabel('What is wrong with it?').fill('It insults people')
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText('Thank you. The organizer will look at this comment.')).toBeVisible()

  await expect(panelOf(owners).getByText('1 reported')).toBeVisible()
  await test.step('a menu follows its button and closes once the button is off screen', () => checkMenu(owners))
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
  await choose(owners, rude.id, 'Show again')
  await expect(articleOf(page, rude.id)).toBeVisible()

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
  await expect(fieldOf(owners)).toBeHidden()

  await owners.getByRole('button', { name: 'Manage comments' }).click()
  await owners.getByRole('menuitem', { name: 'Open comments' }).click()
  await expect(fieldOf(page)).toBeEditable()
  await expect(fieldOf(page)).toHaveValue('A comment, half')
  expect(await caretIn(page)).toEqual(['A comment, half', 11])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panelOf(owners).getByRole('article').first()).toContainText('A comment, half')
})

async function checkMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Manage comments' })
  const menu = page.getByRole('menu', { name: 'Manage comments' })
  const gap = async () => ((await menu.boundingBox())?.y ?? 0) - ((await button.boundingBox())?.y ?? 0)

  await button.click()
  await expect(menu).toBeVisible()
  const before = await gap()
  // As if content above had loaded late.
  await page.getByRole('main').evaluate((main) => (main.style.paddingTop = '80px'))
  await page.evaluate(() => window.scrollBy(0, 30))
  await expect.poll(gap).toBe(before)
  await page.evaluate(() => window.scrollTo(0, 0))

  await expect(menu).toBeHidden()

  await button.click()
  await expect(menu).toBeVisible()
  // Behind the top bar the button is on the screen, but hidden.
  await page.getByRole('main').evaluate((main) => (main.style.paddingBottom = '800px'))
  const { y, height } = (await button.boundingBox()) ?? { y: 0, height: 0 }
  await page.evaluate((by) => window.scrollBy(0, by), y + height - 32)
  await expect(menu).toBeHidden()
  expect((await button.boundingBox())?.y).toBeGreaterThan(-height)
}

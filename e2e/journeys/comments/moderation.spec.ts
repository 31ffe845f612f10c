import type { Page } from '@playwright/test'
import { panelOf } from '../../support/comments.ts'
import { failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'

async function manage(page: Page, item: string) {
  await page.getByRole('button', { name: 'Manage comments' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

// Playwright's routes of a page do not apply to a service worker's requests.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ pageProblems }) => pageProblems.allow(/Service Worker registration blocked/))

test('a reported comment reaches the organizer, who hides it and shows it again', async ({
  page,
  makers,
  login,
  openBrowser,
}) => {
  const event = await makers.addEvent()
  const [author, viewer] = [await makers.addAttendee(), await makers.addAttendee()]
  await makers.addComment(event.id, author, 'Something rude')

  await login(event.owner)
  await page.goto(`/events/${event.id}`)
  await expect(panelOf(page).getByText('Something rude')).toBeVisible()
  await expect(panelOf(page).getByText('1 reported')).toBeHidden()

  const phone = await openBrowser(viewer)
  await phone.goto(`/events/${event.id}`)
  await phone.getByRole('button', { name: `More about the comment by ${author.username}` }).click()
  await phone.getByRole('menuitem', { name: 'Report' }).click()
  await phone.getByLabel('What is wrong with it?').fill('It insults people')
  await phone.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(phone.getByText('Thank you. The organizer will look at this comment.')).toBeVisible()

  await expect(panelOf(page).getByText('1 reported')).toBeVisible()
  await manage(page, 'Reported comments')
  const list = page.getByRole('dialog', { name: 'Reported comments' })
  await expect(list).toContainText('1 person reported this.')
  await expect(list).toContainText('It insults people')
  await list.getByRole('button', { name: 'Hide' }).click()
  await expect(list).toContainText('There are no reports to review.')
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(panelOf(page).getByText('Hidden by the organizer')).toBeVisible()

  await phone.reload()
  await expect(panelOf(phone).getByText('No comments yet.')).toBeVisible()
  const own = await openBrowser(author)
  await own.goto(`/events/${event.id}`)
  await expect(panelOf(own).getByText('Hidden by the organizer')).toBeVisible()

  await page.getByRole('button', { name: `More about the comment by ${author.username}` }).click()
  await page.getByRole('menuitem', { name: 'Show again' }).click()
  await expect(panelOf(page).getByText('Hidden by the organizer')).toHaveCount(0)
})

test('a dialog whose code fails to load shows a notice, and opens on the next press', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const event = await makers.addEvent()
  await makers.addComment(event.id, event.owner, 'Who comes along?')
  await login(await makers.addAttendee())
  await page.goto(`/events/${event.id}`)
  const menu = page.getByRole('button', { name: `More about the comment by ${event.owner.username}` })
  const report = async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
  }

  await expect(menu).toBeVisible()
  await page.context().setOffline(true)
  await report()
  await expect(page.getByText('This could not be opened. Please check your connection and try again.')).toBeVisible()
  await page.context().setOffline(false)
  await report()
  await expect(page.getByLabel('What is wrong with it?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test('closed comments stay readable, until they are reopened', async ({ page, makers, login, openBrowser }) => {
  const event = await makers.addEvent()
  await makers.addComment(event.id, event.owner, 'Who comes along?')
  await login(event.owner)
  await page.goto(`/events/${event.id}`)

  await manage(page, 'Close comments')
  await expect(page.getByText('Comments are closed.')).toBeVisible()
  const visitor = await openBrowser()
  await visitor.goto(`/events/${event.id}`)
  await expect(panelOf(visitor).getByText('The organizer has closed the comments of this event.')).toBeVisible()
  await expect(panelOf(visitor).getByText('Who comes along?')).toBeVisible()
  await expect(visitor.getByPlaceholder('Add a comment...')).toBeHidden()
  await expect(panelOf(visitor).getByRole('button', { name: /^Reply/ })).toHaveCount(0)

  await manage(page, 'Open comments')
  await expect(page.getByPlaceholder('Add a comment...')).toBeVisible()
})

test('a blocked user sees that they are blocked before they comment or apply', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(/status of 403/)
  const event = await makers.addEvent()
  const author = await makers.addAttendee()
  await makers.addComment(event.id, author, 'Something rude')
  const phone = await openBrowser(author)
  await phone.goto(`/events/${event.id}`)
  await phone.getByPlaceholder('Add a comment...').fill('Why?')
  await login(event.owner)
  await page.goto(`/events/${event.id}`)
  await page.getByRole('button', { name: `More about the comment by ${author.username}` }).click()
  await page.getByRole('menuitem', { name: `Block ${author.username}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`${author.username} is blocked.`)).toBeVisible()

  const words = 'The organizer has blocked you, so you cannot comment on or apply for this event.'
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(phone.getByRole('alert').first()).toContainText(words)
  await phone.getByRole('button', { name: 'Dismiss' }).click()
  await expect(panelOf(phone).getByText(words)).toBeVisible()
  await expect(panelOf(phone).getByRole('button', { name: /^(Reply|Send)/ })).toHaveCount(0)
  await expect(phone.getByPlaceholder('Add a comment...')).toHaveValue('Why?')
  await expect(phone.getByPlaceholder('Add a comment...')).not.toBeEditable()
  const apply = phone.getByRole('button', { name: 'Apply Now' })
  await expect(apply).toHaveAccessibleDescription(words)
  await expect(apply).toBeDisabled()

  await manage(page, 'Blocked people')
  await page.getByRole('button', { name: `Unblock ${author.username}` }).click()
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible()
  await phone.reload()
  await expect(apply).toBeEnabled()
  await phone.getByPlaceholder('Add a comment...').scrollIntoViewIfNeeded()
  await expect(phone.getByPlaceholder('Add a comment...')).toHaveValue('Why?')
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panelOf(phone).getByRole('status')).toContainText('Your comment was posted.')
})

import type { Page } from '@playwright/test'
import { panelOf } from '../../support/comments.ts'
import { failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'

async function manage(page: Page, item: string) {
  await page.getByRole('button', { name: 'Manage comments' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a blocked user sees it before they comment or apply; a dialog whose code fails to load opens on the next press', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  pageProblems.allow(/status of 403/)
  const event = await makers.addEvent()
  const author = await makers.addAttendee()
  await makers.addComment(event.id, author, 'Something rude')
  const phone = await openBrowser(author)
  await phone.goto(`/events/${event.id}`)
  await phone.getByPlaceholder('Add a comment...').fill('Why?')
  await login(event.owner)
  await page.goto(`/events/${event.id}`)
  const menu = page.getByRole('button', { name: `More about the comment by ${author.username}` })
  const block = async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: `Block ${author.username}` }).click()
  }
  await expect(menu).toBeVisible()
  await page.context().setOffline(true)
  await block()
  await expect(page.getByText('This could not be opened. Please check your connection and try again.')).toBeVisible()
  await page.context().setOffline(false)
  await block()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await block()
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

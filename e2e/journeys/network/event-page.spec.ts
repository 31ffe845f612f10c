import { choose, fieldOf, panelOf } from '../../support/comments.ts'
import { failing, failures, noAnswer } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'
import { loseAnswers } from '../../support/offline.ts'

test('a failed action on an event page shows the error, keeps the input, and can be repeated', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const event = await makers.addEvent()
  const thread = await makers.addComment(event.id, event.owner, 'Who comes along?')
  for (let count = 1; count <= 6; count++) await makers.addComment(event.id, event.owner, `Me ${count}`, thread.id)
  await keepOld(page)
  await page.clock.install()
  await login(await makers.addAttendee())
  const panel = panelOf(page)
  const again = panel.getByRole('button', { name: 'Try Again' })
  const notices = page.locator('.notices')

  await failing(page, 'listComments', 'page', 'Error fetching comments: {reason}', () =>
    page.goto(`/events/${event.id}`),
  )
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'All comments' })).toBeFocused()
  await panel.getByRole('button', { name: '6 replies' }).click()
  const more = panel.getByRole('button', { name: 'Show more replies' })
  await failing(page, 'listReplies', 'broken', 'Error fetching comments: {reason}', () => more.click())
  await more.click()
  await expect(panel.getByText('Me 1')).toBeVisible()

  const like = page.getByRole('button', { name: /\d+ likes?$/ })
  await failing(page, 'toggleLike', 'page', 'An error occurred. Please try again.', () => like.click())
  // The like buttons share one state: while a like is being sent, a second press sends nothing.
  const liked = page.waitForResponse(/\/like/)
  await like.click()
  await liked
  await expect(page.getByRole('button', { name: /^Remove like.*1 like$/ })).toBeVisible()
  const header = page.getByRole('button', { name: 'Remove like', exact: true })
  await failing(page, 'toggleLike', 'busy', 'Failed to like the event. Please try again.', () => header.click())
  await header.click()
  await expect(page.getByTitle('Like event').first()).toBeVisible()
  const bookmark = page.getByRole('button', { name: /\d+ bookmarks?$/ })
  await failing(page, 'toggleBookmark', 'gone', 'An error occurred. Please try again.', () => bookmark.click())
  await bookmark.click()
  await expect(page.getByTitle('Remove bookmark').first()).toBeVisible()
  await expect(notices.getByRole('alert')).toBeEmpty()

  const share = page.getByRole('button', { name: 'Share', exact: true })
  await page.evaluate(() => {
    const clipboard = { writeText: () => Promise.reject(new Error('not allowed')) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  })
  await share.click()
  await expect(page.getByText('Failed to copy link. Please try again.')).toBeVisible()
  await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: async () => {} }))
  await share.click()
  await expect(page.getByText('Event link copied to clipboard!')).toBeVisible()
  await page.locator('.notices').getByRole('button', { name: 'Dismiss' }).click()

  const send = panel.getByRole('button', { name: 'Send', exact: true })
  await fieldOf(page).fill('I do')
  await failing(page, 'writeComment', 'broken', 'An error occurred while posting the comment', () => send.click())
  // The server has stored it when its answer is lost.
  await loseAnswers(page, '/api/comments/write-comment/*')
  await send.click()
  await expect(notices.getByRole('alert')).toContainText(noAnswer)
  await expect(fieldOf(page)).toHaveValue('I do')
  await expect(fieldOf(page)).toBeFocused()
  await page.unroute('/api/comments/write-comment/*')
  await send.click()
  await expect(fieldOf(page)).toHaveValue('')
  await expect(notices.getByRole('alert')).toBeEmpty()
  expect(await makers.send('get', `/api/events/${event.id}/comments`, {})).toHaveLength(2)

  const own = panel.getByRole('button', { name: 'More about your comment' })
  await own.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edited = page.getByRole('textbox', { name: 'Edit your comment' })
  await edited.fill('  ')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await edited.fill('I do, with a friend')
  const save = page.getByRole('button', { name: 'Save' })
  await failing(page, 'editComment', 'hanging', 'Error editing comment: {reason}', () => save.click())
  await expect(edited).toHaveValue('I do, with a friend')
  await save.click()
  await expect(panel.getByRole('article').filter({ hasText: 'I do, with a friend' })).toContainText('Edited')
  await expect(own).toBeFocused()

  await choose(page, thread.id, 'Report')
  await page.getByLabel('What is wrong with it?').fill('Nothing')
  const report = page.getByRole('button', { name: 'Report', exact: true })
  await failing(page, 'reportComment', 'page', 'The comment could not be reported. Please try again.', () =>
    report.click(),
  )
  await expect(page.getByLabel('What is wrong with it?')).toHaveValue('Nothing')
  await report.click()
  await expect(page.getByText('Thank you. The organizer will look at this comment.')).toBeVisible()

  const remove = async () => {
    await own.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await failing(page, 'deleteComment', 'hanging', 'Error deleting comment: {reason}', async () => {
    await remove()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Deleting...' })).toBeVisible()
  })
  await expect(panel.getByText('I do, with a friend')).toBeVisible()
  await remove()
  await expect(panel.getByText('I do, with a friend')).toHaveCount(0)

  const apply = page.getByRole('button', { name: 'Apply Now' })
  await failing(page, 'applyToEvent', 'hanging', 'Failed to apply for the event.', async () => {
    await apply.click()
    await expect(page.getByRole('button', { name: 'Applying...' })).toBeVisible()
  })
  await expect(page.getByRole('heading', { name: event.event_name, level: 1 })).toBeVisible()
  // The server has accepted it when its answer is lost.
  const restoreAnswers = await loseAnswers(page, '**/register')
  await apply.click()
  await expect(page.getByText('Event applied successfully!')).toBeVisible()
  await restoreAnswers()
  const unapply = async () => {
    await page.getByRole('button', { name: 'Unapply' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unapply' }).click()
  }
  await failing(page, 'cancelTicket', 'hanging', 'Failed to unapply from the event.', async () => {
    await unapply()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Unapplying...' })).toBeVisible()
  })
  await unapply()
  await expect(page.getByText('You have successfully unapplied from the event!')).toBeVisible()

  await apply.click()
  await page.getByRole('button', { name: 'Unapply' }).click()
  await makers.callOff(event.id, event.owner)
  await page.getByRole('dialog').getByRole('button', { name: 'Unapply' }).click()
  await expect(notices.getByRole('alert')).toHaveText(/The event was called off\./)
  await expect(apply).toHaveAccessibleDescription('This event has been called off.')
})

test("an organizer's failed action on an event page shows the error and can be repeated", async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const event = await makers.addEvent()
  const [guest, rude] = [await makers.addAttendee(), await makers.addAttendee()]
  await makers.addTicket(event.id, guest)
  const first = await makers.addComment(event.id, rude, 'Something rude')
  const second = await makers.addComment(event.id, rude, 'Something else')
  for (const { id } of [first, second]) await makers.report(id, guest)
  await keepOld(page)
  await login(event.owner)
  await page.goto(`/events/${event.id}`)
  const dialog = page.getByRole('dialog')
  const again = dialog.getByRole('button', { name: 'Try Again' })

  const applicants = page.getByRole('button', { name: /^View Applicants/ })
  await failing(page, 'listApplicants', 'broken', 'The applicants could not be loaded. Please try again.', () =>
    applicants.click(),
  )
  await again.click()
  await expect(dialog.getByText('1 applicant')).toBeVisible()
  const table = dialog.getByRole('button', { name: 'Download CSV' })
  await failing(page, 'exportApplicants', 'page', 'The list could not be downloaded. Please try again.', () =>
    table.click(),
  )
  const [download] = await Promise.all([page.waitForEvent('download'), table.click()])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  await dialog.getByRole('button', { name: 'Close' }).click()

  const manage = async (item: string) => {
    await page.getByRole('button', { name: 'Manage comments' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await failing(page, 'closeComments', 'gone', 'The comments could not be changed. Please try again.', () =>
    manage('Close comments'),
  )
  await failing(page, 'listReports', 'busy', 'The reports could not be loaded. Please try again.', () =>
    manage('Reported comments'),
  )
  await again.click()
  const hide = dialog.getByRole('button', { name: 'Hide' }).first()
  await failing(page, 'hideComment', 'page', 'The comment could not be changed. Please try again.', () => hide.click())
  await hide.click()
  const dismiss = dialog.getByRole('button', { name: 'Dismiss' })
  await expect(dismiss).toHaveCount(1)
  await failing(page, 'dismissReports', 'gone', 'The reports could not be dismissed. Please try again.', () =>
    dismiss.click(),
  )
  await dismiss.click()
  await expect(dialog.getByText('There are no reports to review.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await choose(page, second.id, `Block ${rude.username}`)
  const block = dialog.getByRole('button', { name: 'Block', exact: true })
  await failing(page, 'blockPerson', 'broken', 'The person could not be blocked. Please try again.', () =>
    block.click(),
  )
  await block.click()
  await expect(page.getByText(`${rude.username} is blocked.`)).toBeVisible()
  await failing(page, 'listBlocked', 'page', 'The list could not be loaded. Please try again.', () =>
    manage('Blocked people'),
  )
  await again.click()
  const unblock = dialog.getByRole('button', { name: `Unblock ${rude.username}` })
  await failing(page, 'unblockPerson', 'busy', 'The block could not be taken back. Please try again.', () =>
    unblock.click(),
  )
  await unblock.click()
  await expect(dialog.getByText('You have not blocked anyone.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await manage('Close comments')
  await expect(page.getByText('Comments are closed.')).toBeVisible()
})

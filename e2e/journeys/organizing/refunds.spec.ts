import { failing, failures } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'

test('after calling off a paid event the organizer marks refunds by keyboard', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  await page.setViewportSize({ width: 360, height: 740 })
  const fields = { is_free: false, ticket_price: 250.5, promptpay_id: '0812345678' }
  const event = await makers.addEvent({ event_name: `Supper club ${makers.uniqueName()}`, ...fields })
  const { owner } = event
  await makers.addRefund(event.id, owner, await makers.addAttendee({ first_name: 'Anong' }))
  await makers.callOff(event.id, owner)
  await login(owner)

  await page.goto('/my-events')
  const way = page.getByRole('list', { name: 'Refunds due' }).getByRole('link', { name: event.event_name })
  await expect(way).toContainText('1 refund due')
  await failing(page, 'listRefunds', 'broken', 'Error fetching data: {reason}', () => way.press('Enter'))
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')

  const due = page.getByRole('list', { name: 'Refunds due' }).getByRole('listitem')
  await expect(due).toContainText('Anong Suksan')
  await expect(due).toContainText('250.50 baht')
  await expect(due).toContainText('They have withdrawn.')
  const dialog = page.getByRole('dialog', { name: 'Have you paid 250.50 baht back to Anong Suksan?' })
  await due.getByRole('button', { name: 'Mark as refunded: Anong Suksan' }).press('Enter')
  const confirm = dialog.getByRole('button', { name: 'Mark as refunded' })
  await expect(confirm).not.toHaveClass(/danger/)
  await failing(page, 'markRefunded', 'gone', 'This could not be marked as refunded. Please try again.', () =>
    confirm.press('Enter'),
  )
  await confirm.press('Enter')
  await expect(page.getByText('No refund is due.')).toBeFocused()
  await page.getByText('Paid back (1)').press('Enter')
  const done = page.getByRole('list', { name: 'Paid back' })
  await expect(done).toContainText('Anong Suksan')

  await done.getByRole('button', { name: 'Mark as not refunded: Anong Suksan' }).press('Enter')
  const undo = page.getByRole('dialog').getByRole('button', { name: 'Mark as not refunded' })
  await failing(page, 'undoRefunded', 'gone', 'This could not be marked as not refunded. Please try again.', () =>
    undo.press('Enter'),
  )
  await undo.press('Enter')
  await expect(page.getByText('1 refund is due, of 250.50 baht.')).toBeFocused()
  await expect(done).toHaveCount(0)
  await expect(due).toContainText('Anong Suksan')

  const table = page.getByRole('button', { name: 'Download CSV' })
  await failing(page, 'exportRefunds', 'busy', 'The list could not be downloaded. Please try again.', () =>
    table.press('Enter'),
  )
  const [file] = await Promise.all([page.waitForEvent('download'), table.press('Enter')])
  expect(file.suggestedFilename()).toBe(`refunds-${event.id}.csv`)
})

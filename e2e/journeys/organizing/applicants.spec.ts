import type { Locator } from '@playwright/test'
import { failing, failures } from '../../support/failing.ts'
import { expect, type Makers, type Person, test } from '../../support/fixtures.ts'
import { pressByKey, tabTo } from '../../support/keyboard.ts'

/** A priced event with two seats and approval, and three applicants. */
async function startDeciding(makers: Makers, owner?: Person) {
  const fields = {
    max_attendee: 2,
    needs_approval: true,
    is_free: false,
    ticket_price: 250,
    promptpay_id: '0812345678',
  }
  const event = await makers.addEvent({ event_name: `Supper club ${makers.uniqueName()}`, ...fields }, owner)
  const people: Person[] = []
  const applications: number[] = []
  for (const first_name of ['Anong', 'Boonmee', 'Chai']) {
    const person = await makers.addAttendee({ first_name, last_name: 'Suksan' })
    applications.push((await makers.addTicket(event.id, person)).id)
    people.push(person)
  }
  return { ...event, people, applications }
}

test('an organizer approves, refuses and marks as paid by keyboard on a phone', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  pageProblems.allow(/status of 409/)
  await page.setViewportSize({ width: 360, height: 740 })
  const { id, owner, people, applications } = await startDeciding(makers)
  await login(owner)
  await page.goto(`/events/${id}/edit`)
  await page.getByRole('tab', { name: 'Ticketing' }).click()
  await page.getByRole('switch', { name: 'Approve each applicant' }).uncheck()
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByRole('switch', { name: 'Approve each applicant' })).toHaveAccessibleDescription(
    'Some applications are still waiting for your approval. Decide on them first.',
  )
  const note = page.getByText('3 applications wait for your approval.')
  await pressByKey(page, note.getByRole('link', { name: 'Show applicants' }))
  await expect(page).toHaveURL(`/events/${id}/applicants`)
  const tabs = page.getByRole('navigation', { name: 'Applicants by state' })
  await expect(tabs.getByRole('link')).toHaveText([
    'All3',
    'To approve3',
    'Slips to check0',
    'To pay0',
    'Waiting0',
    'Approved0',
    'Cancelled0',
  ])
  const rows = page.getByRole('list', { name: 'Applicants' }).getByRole('listitem')
  const dialog = page.getByRole('dialog')
  const press = (button: Locator) => pressByKey(page, button)

  // If loading fails, no tab shows another one's rows, and loaded rows stay.
  await expect(rows).toHaveCount(3)
  const problem = page.getByText('The applicants could not be loaded. Please try again.')
  await page.route('**/attendee-list?*', (route) => route.abort())
  await tabs.getByRole('link', { name: 'Approved' }).click()
  await expect(problem).toBeVisible()
  await expect(rows).toHaveCount(0)
  await tabs.getByRole('link', { name: 'All' }).click()
  await expect(rows).toHaveCount(3)
  await expect(problem).toBeVisible()
  await page.unroute('**/attendee-list?*')

  await pressByKey(page, tabs.getByRole('link', { name: 'To approve' }))
  await tabTo(page, page.getByRole('checkbox', { name: 'Choose all shown' }))
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Chosen applications' })
  await expect(bar).toContainText('3 chosen')
  await press(bar.getByRole('button', { name: 'Approve 3' }))
  const approve = dialog.getByRole('button', { name: 'Approve', exact: true })
  await failing(page, 'approveApplications', 'busy', 'This could not be approved. Please try again.', () =>
    press(approve),
  )
  await press(approve)
  await expect(dialog).toContainText('The free seats are enough for 2 of these 3 applications,')
  await press(dialog.getByRole('button', { name: 'Approve the 2 that fit' }))
  await expect(page.getByText('2 applications were approved.')).toBeVisible()
  await expect(tabs.getByRole('link')).toHaveText([
    'All3',
    'To approve1',
    'Slips to check0',
    'To pay2',
    'Waiting0',
    'Approved0',
    'Cancelled0',
  ])
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Chai Suksan')

  await press(rows.getByRole('button', { name: 'Refuse Chai Suksan' }))
  await expect(dialog).toContainText('Chai Suksan')
  await tabTo(page, dialog.getByLabel('Message to them'))
  await page.keyboard.type('We are full tonight.')
  const refuse = dialog.getByRole('button', { name: 'Refuse' })
  await failing(page, 'refuseApplications', 'page', 'This could not be refused. Please try again.', () => press(refuse))
  await press(refuse)
  await expect(page.getByText('No application is waiting for your decision.')).toBeVisible()

  await pressByKey(page, tabs.getByRole('link', { name: 'To pay' }), 'Shift+Tab')
  await expect(rows.filter({ hasText: 'Anong' })).toContainText(/They have 250฿ to pay until \w+day, /)
  // Decided applications are no longer chosen.
  await expect(bar).toHaveCount(0)
  await press(rows.getByRole('button', { name: 'Mark as paid Anong Suksan' }))
  const paid = dialog.getByRole('button', { name: 'Mark as paid' })
  await failing(page, 'markPaid', 'gone', 'This could not be marked as paid. Please try again.', () => press(paid))
  await press(paid)
  await expect(tabs.getByRole('link')).toHaveText([
    'All3',
    'To approve0',
    'Slips to check0',
    'To pay1',
    'Waiting0',
    'Approved1',
    'Cancelled1',
  ])

  // Somebody else is faster.
  await press(rows.getByRole('button', { name: 'Mark as paid Boonmee Suksan' }))
  const theirs = { data: { applications: [applications[1]] } }
  await makers.send('post', `/api/events/${id}/applications/paid`, theirs, owner)
  await press(paid)
  await expect(page.getByText('These applications have already been decided')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(tabs.getByRole('link', { name: 'Approved' })).toHaveText('Approved2')

  await pressByKey(page, tabs.getByRole('link', { name: 'Cancelled' }), 'Shift+Tab')
  await expect(rows).toContainText('We are full tonight.')
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  const refused = await openBrowser(people[2])
  await refused.goto(`/events/${id}`)
  const application = refused.getByRole('region', { name: 'Your Application' })
  await expect(application).toContainText('The organizer has refused your application.')
  await expect(application).toContainText('We are full tonight.')
})

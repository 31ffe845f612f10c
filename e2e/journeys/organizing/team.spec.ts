import { failing, failures, follow } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a co-host approves while the owner watches', async ({ page, makers, login, openBrowser, pageProblems }) => {
  pageProblems.allow(failures)
  const { id, owner } = await makers.addEvent({ needs_approval: true, event_name: `Supper ${makers.uniqueName()}` })
  const applicant = await makers.addAttendee({ first_name: 'Anong', last_name: 'Suksan' })
  await makers.addTicket(id, applicant)
  const nok = await makers.addAttendee({ first_name: 'Nok', last_name: 'Dee' })
  await login(owner)

  await page.goto(`/events/${id}/team`)
  await page.getByLabel('Role', { exact: true }).selectOption('Co-host')
  await failing(page, 'inviteMember', 'broken', 'The invitation could not be made. Please try again.', () =>
    page.getByRole('button', { name: 'Invite' }).click(),
  )
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  const address = (await dialog.getByText('/team-invitation/').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Close' }).click()

  const phone = await openBrowser(nok)
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.goto(new URL(address).pathname)
  await expect(phone.getByText('You do everything that the owner does')).toBeVisible()
  await phone.getByRole('button', { name: 'Join the Team' }).click()
  await expect(phone.getByRole('heading', { name: 'Overview' })).toBeAttached()
  await phone.goto(`/events/${id}#comments`)
  await phone.getByRole('button', { name: 'Manage comments' }).click()
  await expect(phone.getByRole('menuitem', { name: 'Reported comments' })).toBeVisible()
  await expect(phone.getByRole('menuitem', { name: 'Blocked people' })).toHaveCount(0)
  await phone.goto('/my-tickets')
  await phone.getByRole('link', { name: /^Open Supper/ }).click()
  await phone.getByRole('navigation', { name: 'Manage event' }).getByRole('link', { name: 'Applicants' }).click()

  const manage = page.getByRole('navigation', { name: 'Manage event' })
  await manage.getByRole('link', { name: 'Applicants' }).click()
  const tabs = page.getByRole('navigation', { name: 'Applicants by state' })
  await expect(tabs.getByRole('link', { name: 'To approve' })).toHaveText('To approve1')
  await phone.getByRole('button', { name: 'Approve Anong Suksan' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(tabs.getByRole('link', { name: 'Approved' })).toHaveText('Approved1')

  await manage.getByRole('link', { name: 'Team' }).click()
  const log = page.getByRole('list', { name: 'Log' })
  await page.getByLabel('Action').selectOption('Approved')
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await expect(log).toContainText('Nok Dee approved Anong Suksan')
  await page.getByLabel('Action').selectOption('Everything')
  await page.getByLabel('Person').selectOption('Nok Dee')
  await expect(log.getByRole('listitem')).toHaveCount(2)

  // Without an answer nothing loads again, so the page stays.
  const role = page.getByLabel('Role of Nok Dee')
  await page.route(`**/api/events/${id}/team`, (route) => route.abort())
  await role.focus()
  await failing(page, 'changeMember', 'gone', 'The role could not be changed. Please try again.', () =>
    page.keyboard.press('D'),
  )
  await page.unroute(`**/api/events/${id}/team`)
  await expect(role).toBeFocused()
  await expect(role).toHaveValue('co_host')
  await page.keyboard.press('D')
  await expect(page.getByText('The role was changed.')).toBeVisible()

  await page.getByRole('button', { name: 'Remove Nok Dee' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Nok Dee was removed.')).toBeVisible()
  pageProblems.allow(/status of 403/)
  await phone.getByRole('navigation', { name: 'Manage event' }).getByRole('link', { name: 'Check in' }).click()
  await expect(phone.getByText("You are not on this event's team, or no longer are.")).toBeVisible()
})

test('somebody at the door sees the door and nothing else, unless their role is changed, and leaves', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const { id, owner } = await makers.addEvent()
  const mali = await makers.addAttendee()
  const invited = await makers.send('post', `/api/events/${id}/team`, { data: { role: 'door' } }, owner)
  const setRole = (role: string) =>
    makers.send('patch', `/api/events/${id}/team/${invited.id}`, { data: { role } }, owner)
  await login(mali)
  await page.goto(`/team-invitation/${invited.secret}`)
  await page.getByRole('button', { name: 'Join the Team' }).click()

  const tabs = page.getByRole('navigation', { name: 'Manage event' })
  await expect(tabs.getByRole('link')).toHaveText(['Check in', 'Team'])
  await follow(page, `/events/${id}/applicants`)
  await expect(page.getByText(/^Your role in the team of this event does not allow this\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  await tabs.getByRole('link', { name: 'Check in' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Scans', 'Guest list', 'Walk-in'])
  await expect(page.getByText('Door links')).toHaveCount(0)
  await setRole('desk')
  await page.getByRole('tab', { name: 'Progress' }).click()
  await setRole('door')
  await expect(page.getByRole('tab')).toHaveText(['Scans', 'Guest list', 'Walk-in'], { timeout: 10_000 })
  await expect(page.getByRole('tab', { name: 'Scans' })).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/events/${id}`)
  await expect(page.getByRole('link', { name: 'Check in' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Event' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Manage' }).click()
  await page.getByRole('button', { name: 'Leave the team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/my-tickets/)
  await expect(page.getByText('You have left the team.')).toBeVisible()
  await expect(page.getByText('Events you help with')).toHaveCount(0)
  pageProblems.allow(/status of 403/)
})

import { expect, test } from '../../support/fixtures.ts'
import { refuseStreams } from '../../support/live.ts'

test('when the last seat is taken, open pages of others show it by themselves', async ({ page, makers, login }) => {
  const { id } = await makers.addEvent({ max_attendee: 2, waiting_list: false })
  await makers.addTicket(id, await makers.addAttendee())
  const other = await makers.addAttendee()
  await login(await makers.addAttendee())
  await page.goto(`/events/${id}`)
  const apply = page.getByRole('button', { name: 'Apply Now' })
  await apply.focus()
  await expect(page.getByText('1 of 2 attending')).toBeVisible()

  const last = await makers.addTicket(id, other)

  await expect(page.getByText('2 of 2 attending')).toBeVisible()
  await expect(page.getByText('This event is full.')).toBeVisible()
  await expect(apply).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'This event is now full.' })).toHaveCount(1)
  // The button still has the focus.
  await expect(apply).toBeFocused()

  await makers.cancelTicket(last.id, other)
  await expect(apply).toBeEnabled()
})

test('text selected in the description stays selected while seats are taken', async ({ page, makers }) => {
  const { id } = await makers.addEvent({ max_attendee: 2, detailed_description: 'Bring warm clothes.' })
  await page.goto(`/events/${id}`)
  await expect(page.getByText('0 of 2 attending')).toBeVisible()
  await page.getByText('Bring warm clothes.').selectText()

  await makers.addTicket(id, await makers.addAttendee())

  await expect(page.getByText('1 of 2 attending')).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe('Bring warm clothes.')
})

test("an organizer's edit appears on an open page without moving it, and that the event is gone, but not why", async ({
  page,
  makers,
  openBrowser,
  pageProblems,
}) => {
  pageProblems.allow(/404/)
  const { id, owner } = await makers.addEvent({ detailed_description: 'A line.\n\n'.repeat(60) })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/events/${id}`)
  const organizer = await openBrowser(owner)
  await organizer.goto(`/events/${id}/edit`)

  // Saved elsewhere while the form is open.
  const edit = (data: object) => makers.send('patch', `/api/events/${id}/edit`, { data }, owner)
  await edit({ description: 'In the rain too.' })
  await organizer.getByLabel('Event Name').fill('Moved to the big hall')
  await organizer.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByRole('heading', { name: 'Moved to the big hall', level: 1 })).toBeAttached()
  const news = page.getByRole('status').filter({ hasText: 'The organizer has changed this event.' })
  await expect(news).toHaveCount(1)
  const announced = await news.textContent()
  await expect(page).toHaveTitle(/Moved to the big hall/)
  await expect(page.getByText('In the rain too.')).toBeAttached()

  await page.evaluate(() => window.scrollTo(0, 900))
  await edit({ event_name: 'Moved to the garden' })
  await expect(page.getByRole('heading', { name: 'Moved to the garden', level: 1 })).toBeAttached()
  expect(await page.evaluate(() => window.scrollY)).toBe(900)
  // Screen readers announce only changed text.
  await expect.poll(() => news.textContent()).not.toBe(announced)

  await makers.callOff(id, owner)

  const gone = 'This event is no longer shown to you. It may have been taken down or made private.'
  const apply = page.getByRole('button', { name: 'Apply Now' })
  await expect(apply).toBeDisabled()
  await expect(apply).toHaveAccessibleDescription(gone)
  await expect(page.getByRole('region', { name: 'Comments' }).getByText(gone)).toBeVisible()
})

test('a page polls if the network blocks streams', async ({ page, makers, pageProblems }) => {
  pageProblems.allow(/503/)
  const { id } = await makers.addEvent({ max_attendee: 1 })
  await refuseStreams(page)
  await page.clock.install()
  await page.goto(`/events/${id}`)
  await expect(page.getByText('0 of 1 attending')).toBeVisible()

  await makers.addTicket(id, await makers.addAttendee())
  await page.clock.runFor(30_000)

  await expect(page.getByText('1 of 1 attending')).toBeVisible()
})

test('check-ins and calling off appear live on the ticket, the event page and at other doors', async ({
  page,
  makers,
  login,
  openBrowser,
  pageProblems,
}) => {
  // The page may load the attendees just as the event is called off.
  pageProblems.allow(/403|404|Only the organizer and the ticket holders/)
  const { id, owner } = await makers.addEvent()
  const attendee = await makers.addAttendee()
  const ticket = await makers.addTicket(id, attendee)
  const code = await openBrowser(attendee)
  await code.goto(`/virtual-ticket/${ticket.id}`)
  await expect(code.getByText('Active', { exact: true })).toBeVisible()
  await login(owner)
  await page.goto(`/events/${id}`)
  const gate = await page.context().newPage()
  pageProblems.watch(gate)
  await gate.goto(`/events/${id}/check-in`)
  await expect(gate.getByText('0 / 1')).toBeVisible()

  const scan = { scan_id: crypto.randomUUID(), code: ticket.ticket_number, scanned_at: new Date().toISOString() }
  const sent = { data: { device: 'Gate 2', scans: [{ ...scan, let_in: false }] } }
  await makers.send('post', `/api/events/${id}/check-ins`, sent, owner)

  await expect(page.getByText('1 of 1 checked in')).toBeVisible()
  await expect(gate.getByText('1 / 1')).toBeVisible()
  await expect(code.getByText('Used', { exact: true })).toBeVisible()

  await code.getByRole('link', { name: 'View Event' }).click()
  const unapply = code.getByRole('button', { name: 'Unapply' })
  await expect(unapply).toHaveAccessibleDescription(
    'You have used your ticket: you cannot give it back or apply again.',
  )
  await expect(unapply).toBeDisabled()

  const typed = code.getByRole('textbox', { name: 'Add a comment' })
  const comments = code.getByRole('region', { name: 'Comments', exact: true })
  await comments.scrollIntoViewIfNeeded()
  await expect(comments).toContainText('No comments yet.')
  await typed.fill('Is there parking nearby?')
  await makers.callOff(id, owner)
  await expect(code.getByText('Tickets for it are no longer valid.')).toBeVisible()
  const apply = code.getByRole('button', { name: 'Apply Now' })
  await expect(apply).toBeDisabled()
  await expect(apply).toHaveAccessibleDescription('This event has been called off.')
  await expect(typed).toHaveValue('Is there parking nearby?')
  await expect(typed).not.toBeEditable()
})

import { answerOf, typeNumber } from '../../support/door.ts'
import { fillEvent } from '../../support/event-form.ts'
import { failing, failures, follow } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { fullEvent } from '../../support/full-event.ts'
import { picture } from '../../support/picture.ts'

test("an organizer's failed form shows the error, keeps the input, and can be sent again", async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  await page.clock.install()
  await login(await makers.addAttendee())
  const again = page.getByRole('button', { name: 'Try Again' })

  await failing(page, 'showProfile', 'gone', '{reason}', () => page.goto('/become-organizer'))
  await again.click()
  const name = makers.uniqueName()
  await page.getByLabel('Organizer Name').fill(name)
  await page.getByLabel('Email').fill('team@example.com')
  await page.getByLabel('Organizer Type').selectOption('Individual')
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await failing(page, 'applyOrganizer', 'hanging', 'Failed to submit the application. Please try again.', async () => {
    await submit.click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  })
  await expect(page.getByLabel('Organizer Name')).toHaveValue(name)
  await submit.click()
  await expect(page.getByText('Application to become an organizer submitted successfully!')).toBeVisible()

  await failing(page, 'viewOrganizer', 'page', 'Error fetching data: {reason}', () => follow(page, '/organizer-info'))
  await again.click()
  const logo = page.getByLabel('Logo')
  const choose = () => logo.setInputFiles(picture)
  await failing(page, 'uploadLogo', 'broken', 'Failed to upload logo. Please try again.', choose)
  await choose()
  await expect(page.locator('main img')).toHaveAttribute('src', /^\/pictures\//)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Email').fill('club@example.com')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await failing(page, 'updateOrganizer', 'hanging', 'Failed to save changes. Please try again.', () => save.click())
  await expect(page.getByLabel('Email')).toHaveValue('club@example.com')
  await save.click()
  await expect(page.getByText('club@example.com')).toBeVisible()

  const event_name = `Tried again ${makers.uniqueName()}`
  await follow(page, '/create-event')
  await fillEvent(page, fullEvent(event_name))
  await page.getByRole('tab', { name: 'Basic Details' }).click()
  const preview = page.getByRole('button', { name: 'Preview' }).first()
  await failing(page, 'previewMarkdown', 'hanging', 'The preview could not be loaded. Please try again.', () =>
    preview.click(),
  )
  await again.click()
  await expect(again).toHaveCount(0)
  await page.locator('input[type=file]').setInputFiles(picture)
  const saveDraft = page.getByRole('button', { name: 'Save as draft' })
  await failing(page, 'addDraft', 'broken', 'Failed to save the draft. Please try again.', () => saveDraft.click())
  await expect(page.getByLabel('Event Name')).toHaveValue(event_name)
  await saveDraft.click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await expect(page).toHaveURL(/draft=\d+$/)
  const draft = new URL(page.url())
  await failing(page, 'saveDraft', 'gone', 'Failed to save the draft. Please try again.', () => saveDraft.click())
  await failing(page, 'listDrafts', 'busy', 'Error fetching organizer events: {reason}', () =>
    follow(page, '/my-events?show=drafts'),
  )
  await again.click()
  const removeDraft = async () => {
    await page.getByRole('button', { name: `Delete ${event_name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await failing(page, 'deleteDraft', 'page', 'Failed to delete the draft. Please try again.', removeDraft)
  await failing(page, 'showDraft', 'busy', 'Error fetching data: {reason}', () =>
    follow(page, draft.pathname + draft.search),
  )
  await again.click()
  await expect(page.getByLabel('Event Name')).toHaveValue(event_name)
  const create = page.getByRole('button', { name: 'Create Event', exact: true })
  await failing(page, 'createEvent', 'hanging', 'Failed to create event. Please try again.', () => create.click())
  await expect(page.getByLabel('Event Name')).toHaveValue(event_name)
  await create.click()
  await expect(page.getByText('Event created successfully!')).toBeVisible()

  await failing(page, 'listMyEvents', 'broken', 'Error fetching organizer events: {reason}', () =>
    follow(page, '/my-events'),
  )
  await again.click()
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Edit Event' }).click()
  await page.getByLabel('Event Name').fill(`${event_name}!`)
  const update = page.getByRole('button', { name: 'Update Event' })
  await failing(page, 'editEvent', 'page', 'Failed to update event. Please try again.', () => update.click())
  await expect(page.getByLabel('Event Name')).toHaveValue(`${event_name}!`)
  await update.click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/events\/\d+$/)
  await failing(page, 'showEvent', 'busy', 'Error fetching data: {reason}', () =>
    follow(page, `${new URL(page.url()).pathname}/edit`),
  )
  await again.click()
  await expect(page.getByLabel('Event Name')).toHaveValue(`${event_name}!`)

  const overview = page.getByRole('link', { name: 'Overview' })
  await failing(page, 'showOverview', 'gone', 'Error fetching data: {reason}', () => overview.click())
  await again.click()
  const funnel = page.getByRole('region', { name: 'From page views to entries', exact: true })
  await funnel.getByText('Numbers').click()
  const table = funnel.getByRole('button', { name: /^Download CSV/ })
  await failing(page, 'exportFigure', 'broken', 'The list could not be downloaded. Please try again.', () =>
    table.click(),
  )
  await Promise.all([page.waitForEvent('download'), table.click()])

  await follow(page, '/my-events')
  const remove = async () => {
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Delete Event' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Event' }).click()
  }
  await page.route('**/api/events/my-events*', (route) => route.abort())
  await failing(page, 'deleteEvent', 'gone', 'Failed to delete the event. Please try again.', remove)
  await expect(page.getByRole('link', { name: `${event_name}!` }).first()).toBeVisible()
  await page.unroute('**/api/events/my-events*')
  await remove()
  await expect(page.getByText('No events available')).toBeVisible()
})

test('a failed action on a door link or at the door shows the error and can be repeated', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const { id, owner } = await makers.addEvent()
  const { ticket_number } = await makers.addTicket(id, await makers.addAttendee())
  await login(owner)

  await failing(page, 'showDoor', 'busy', '{reason}', () => page.goto(`/events/${id}/check-in`))
  await failing(page, 'listDoorLinks', 'page', 'The door links could not be loaded. Please try again.', () =>
    page.getByRole('button', { name: 'Try Again' }).click(),
  )
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByLabel('Name of the new link').fill('Front gate')
  const make = page.getByRole('button', { name: 'Create door link' })
  await failing(page, 'addDoorLink', 'gone', 'The door link could not be created.', () => make.click())
  await expect(page.getByLabel('Name of the new link')).toHaveValue('Front gate')
  await make.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const revoke = async () => {
    await page.getByRole('button', { name: 'Revoke Front gate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  }
  await failing(page, 'revokeDoorLink', 'broken', 'The door link could not be revoked.', revoke)
  await revoke()
  await expect(page.getByText('“Front gate” was revoked.')).toBeVisible()

  await typeNumber(page, ticket_number)
  const undo = page.getByRole('button', { name: /^Undo the check-in/ })
  await failing(page, 'undoCheckIn', 'busy', 'The check-in could not be undone.', () => undo.click())
  await undo.click()
  await expect(answerOf(page)).toContainText('Undone')

  await failing(page, 'showDoorProgress', 'gone', 'The progress could not be loaded. Please try again.', () =>
    page.getByRole('tab', { name: 'Progress' }).click(),
  )
  const again = page.getByRole('button', { name: 'Try Again' })
  await failing(page, 'listDoorEntries', 'broken', 'The progress could not be loaded. Please try again.', () =>
    again.click(),
  )
  await again.click()
  await expect(page.getByText('No entries yet.')).toBeVisible()
})

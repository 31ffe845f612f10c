import { answerOf, typeNumber } from '../../support/door.ts'
import { fillEvent } from '../../support/event-form.ts'
import { expect, test } from '../../support/fixtures.ts'
import { fullEvent } from '../../support/full-event.ts'
import { failing, failures, follow } from '../../support/network/failing.ts'
import { picture } from '../../support/picture.ts'

test('what an organizer sends that fails says so, keeps what was typed, and works when tried again', async ({
  page,
  makers,
  login,
  calm,
}) => {
  calm.except(failures)
  await page.clock.install()
  await login(await makers.addAttendee())
  const again = page.getByRole('button', { name: 'Try Again' })

  await failing(page, 'organizing/become-organizer', 'showProfile', 'gone', () => page.goto('/become-organizer'))
  await again.click()
  const name = makers.uniqueName()
  await page.getByLabel('Organizer Name').fill(name)
  await page.getByLabel('Email').fill('team@example.com')
  await page.getByLabel('Organizer Type').selectOption('Individual')
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await failing(page, 'organizing/become-organizer', 'applyOrganizer', 'hanging', async () => {
    await submit.click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  })
  await expect(page.getByLabel('Organizer Name')).toHaveValue(name)
  await submit.click()
  await expect(page.getByText('Application to become an organizer submitted successfully!')).toBeVisible()

  await failing(page, 'organizing/organizer-info', 'viewOrganizer', 'page', () => follow(page, '/organizer-info'))
  await again.click()
  const logo = page.getByLabel('Logo')
  const choose = () => logo.setInputFiles(picture)
  await failing(page, 'organizing/organizer-info', 'uploadLogo', 'broken', choose)
  await choose()
  await expect(page.locator('main img')).toHaveAttribute('src', /^\/pictures\//)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Email').fill('club@example.com')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await failing(page, 'organizing/organizer-info', 'updateOrganizer', 'hanging', () => save.click())
  await expect(page.getByLabel('Email')).toHaveValue('club@example.com')
  await save.click()
  await expect(page.getByText('club@example.com')).toBeVisible()

  const event_name = `Tried again ${makers.uniqueName()}`
  await follow(page, '/create-event')
  await fillEvent(page, fullEvent(event_name))
  await page.getByRole('tab', { name: 'Basic Details' }).click()
  const preview = page.getByRole('button', { name: 'Preview' }).first()
  await failing(page, 'organizing/create-event', 'previewMarkdown', 'hanging', () => preview.click())
  await again.click()
  await expect(again).toHaveCount(0)
  await page.locator('input[type=file]').setInputFiles(picture)
  const saveDraft = page.getByRole('button', { name: 'Save as draft' })
  await failing(page, 'organizing/create-event', 'addDraft', 'broken', () => saveDraft.click())
  await expect(page.getByLabel('Event Name')).toHaveValue(event_name)
  await saveDraft.click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await expect(page).toHaveURL(/draft=\d+$/)
  const draft = new URL(page.url())
  await failing(page, 'organizing/create-event', 'saveDraft', 'gone', () => saveDraft.click())
  await failing(page, 'organizing/my-events', 'listDrafts', 'busy', () => follow(page, '/my-events?show=drafts'))
  await again.click()
  const removeDraft = async () => {
    await page.getByRole('button', { name: `Delete ${event_name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await failing(page, 'organizing/my-events', 'deleteDraft', 'page', removeDraft)
  await failing(page, 'organizing/create-event', 'showDraft', 'busy', () => follow(page, draft.pathname + draft.search))
  await again.click()
  await expect(page.getByLabel('Event Name')).toHaveValue(event_name)
  const create = page.getByRole('button', { name: 'Create Event', exact: true })
  await failing(page, 'organizing/create-event', 'createEvent', 'hanging', () => create.click())
  await expect(page.getByLabel('Event Name')).toHaveValue(event_name)
  await create.click()
  await expect(page.getByText('Event created successfully!')).toBeVisible()

  await failing(page, 'organizing/my-events', 'listMyEvents', 'broken', () => follow(page, '/my-events'))
  await again.click()
  await page.getByRole('link', { name: /^Edit Event/ }).click()
  await page.getByLabel('Event Name').fill(`${event_name}!`)
  const update = page.getByRole('button', { name: 'Update Event' })
  await failing(page, 'organizing/edit-event', 'editEvent', 'page', () => update.click())
  await expect(page.getByLabel('Event Name')).toHaveValue(`${event_name}!`)
  await update.click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/events\/\d+$/)
  await failing(page, 'organizing/edit-event', 'showEvent', 'busy', () =>
    follow(page, `${new URL(page.url()).pathname}/edit`),
  )
  await again.click()
  await expect(page.getByLabel('Event Name')).toHaveValue(`${event_name}!`)

  await follow(page, '/my-events')
  const remove = async () => {
    await page.getByRole('button', { name: /^Delete Event/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Event' }).click()
  }
  await page.route('**/api/events/my-events*', (route) => route.abort())
  await failing(page, 'organizing/my-events', 'deleteEvent', 'gone', remove)
  await expect(page.getByRole('link', { name: `${event_name}!` }).first()).toBeVisible()
  await page.unroute('**/api/events/my-events*')
  await remove()
  await expect(page.getByText('No events available')).toBeVisible()
})

test('so do the door links of an event, and the door itself', async ({ page, makers, login, calm }) => {
  calm.except(failures)
  const { id, owner } = await makers.addEvent()
  const { ticket_number } = await makers.addTicket(id, await makers.addAttendee())
  const screen = 'organizing/check-in'
  await login(owner)

  await failing(page, screen, 'showDoor', 'busy', () => page.goto(`/events/${id}/check-in`))
  await failing(page, screen, 'listDoorLinks', 'page', () => page.getByRole('button', { name: 'Try Again' }).click())
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByLabel('Name of a new link').fill('Front gate')
  const make = page.getByRole('button', { name: 'Make a door link' })
  await failing(page, screen, 'addDoorLink', 'gone', () => make.click())
  await expect(page.getByLabel('Name of a new link')).toHaveValue('Front gate')
  await make.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const revoke = async () => {
    await page.getByRole('button', { name: 'Revoke Front gate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  }
  await failing(page, screen, 'revokeDoorLink', 'broken', revoke)
  await revoke()
  await expect(page.getByText('“Front gate” was revoked.')).toBeVisible()

  await typeNumber(page, ticket_number)
  const undo = page.getByRole('button', { name: /^Undo the check-in/ })
  await failing(page, screen, 'undoCheckIn', 'busy', () => undo.click())
  await undo.click()
  await expect(answerOf(page)).toContainText('Undone')

  await failing(page, screen, 'showDoorProgress', 'gone', () => page.getByRole('tab', { name: 'Progress' }).click())
  const again = page.getByRole('button', { name: 'Try Again' })
  await failing(page, screen, 'listDoorEntries', 'broken', () => again.click())
  await again.click()
  await expect(page.getByText('Nobody has come in yet.')).toBeVisible()
})

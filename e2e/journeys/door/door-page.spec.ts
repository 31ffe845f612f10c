import { addDoorLink, answerOf, codeOf, openDoor, scan, silence, typeNumber } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'

test("a helper's door still opens at an address with another hash", async ({ page, makers, request }) => {
  const event = await makers.addEvent()
  const { path } = await addDoorLink(request, event.id, event.owner)
  const door = path.split('#')[0] ?? ''

  await openDoor(page, path)
  for (const hash of ['#content', '#%']) {
    await page.goto('/login')
    await openDoor(page, door + hash)
    await expect(page.getByText('Online', { exact: true })).toBeVisible()
  }
})

test('the door of an event that was called off says so, online and offline', async ({
  page,
  makers,
  request,
  pageProblems,
}) => {
  const event = await makers.addEvent()
  const ticket = await makers.addTicket(event.id, await makers.addAttendee())
  const { path } = await addDoorLink(request, event.id, event.owner)
  const notice = page.getByText('This event has been called off.')
  pageProblems.allow(silence)

  await openDoor(page, path)
  await expect(notice).toBeHidden()
  const headers = { authorization: `Bearer ${event.owner.access_token}` }
  await request.delete(`/api/organizers/delete-event/${event.id}`, { headers })
  await page.reload()
  await expect(notice).toBeVisible()
  await typeNumber(page, ticket.ticket_number)
  await expect(answerOf(page)).toContainText('Cancelled')

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('Offline')).toBeVisible()
  await expect(notice).toBeVisible()
})

test("a scanner checks in without changing a link's name that is being typed", async ({
  page,
  makers,
  login,
  request,
}) => {
  const event = await makers.addEvent()
  const attendee = await makers.addAttendee()
  const ticket = await makers.addTicket(event.id, attendee)
  const name = page.getByRole('textbox', { name: 'Name of the new link' })

  await login(event.owner)
  await openDoor(page, `/events/${event.id}/check-in`)
  await name.fill('East')
  await scan(page, await codeOf(request, ticket.id, attendee))

  await expect(answerOf(page)).toContainText('Welcome')
  await expect(answerOf(page)).toContainText(ticket.ticket_number)
  await expect(name).toHaveValue('East')
  // A name that could be a ticket number can still be typed.
  await name.fill('')
  await page.keyboard.type('East gate')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Door link “East gate”' })).toBeVisible()
  await expect(answerOf(page)).toContainText(ticket.ticket_number)
})

import { addDoorLink, answerOf, openDoor, silence, typeNumber } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'

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

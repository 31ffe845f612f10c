import { addDoorLink, answerOf, openDoor, silence, typeNumber } from './door.ts'
import { expect, test } from './fixtures.ts'

test("a helper's door stays open after skipping to the content, and after an address with any other #", async ({
  page,
  makers,
  request,
}) => {
  const event = await makers.addEvent()
  const { path } = await addDoorLink(request, event.id, event.owner)
  const door = path.split('#')[0] ?? ''

  await openDoor(page, path)
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${door}#content`)
  for (const hash of ['#content', '#%']) {
    await page.goto('/login')
    await openDoor(page, door + hash)
    await expect(page.getByText('Online', { exact: true })).toBeVisible()
  }
})

test('the door of an event that was called off says so, without a network too', async ({
  page,
  makers,
  request,
  calm,
}) => {
  const event = await makers.addEvent()
  const ticket = await makers.addTicket(event.id, await makers.addAttendee())
  const { path } = await addDoorLink(request, event.id, event.owner)
  const notice = page.getByText('This event has been called off.')
  calm.except(silence)

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

import { addDoorLink, answerOf, openDoor, rename, silence, typeNumber } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a double entry is reported to the helper who let the guest in first, and to no other helper', async ({
  page,
  makers,
  request,
  openBrowser,
  pageProblems,
}) => {
  const event = await makers.addEvent()
  const ticket = await makers.addTicket(event.id, await makers.addAttendee())
  const { path } = await addDoorLink(request, event.id, event.owner)
  const [second, bystander] = [await openBrowser(), await openBrowser()]
  const report = `Let in twice: Malee Suksan, ${ticket.ticket_number}`
  pageProblems.allow(silence)

  for (const phone of [page, second, bystander]) await openDoor(phone, path)
  await rename(second, '  Gate B ')
  await second.context().setOffline(true)
  await typeNumber(second, ticket.ticket_number)
  await expect(answerOf(second)).toContainText('Welcome')
  await expect(second.getByText('Offline: 1 scan waiting to be sent')).toBeVisible()
  await typeNumber(page, ticket.ticket_number)
  await expect(answerOf(page)).toContainText('Welcome')
  await second.context().setOffline(false)
  await expect(second.getByText(report)).toBeVisible()

  for (const phone of [page, bystander]) {
    const read = phone.waitForResponse(/double-entries/)
    await phone.context().setOffline(true)
    await phone.context().setOffline(false)
    await read
  }

  await expect(page.getByText(report)).toBeVisible()
  await expect(page.getByText('1 let in by mistake')).toBeVisible()
  await expect(page.getByText(/^at .+ by Gate B, and again at .+ by .+$/)).toBeVisible()
  await expect(bystander.getByText('Online', { exact: true })).toBeVisible()
  await expect(bystander.getByText(report)).toBeHidden()
})

test('a device name is neither empty nor too long, and a called-off event is marked', async ({
  page,
  makers,
  request,
}) => {
  const event = await makers.addEvent()
  const ticket = await makers.addTicket(event.id, await makers.addAttendee())

  await openDoor(page, (await addDoorLink(request, event.id, event.owner)).path)
  const before = await page.getByText(/^This device appears in reports as/).innerText()
  await rename(page, ' ')
  await expect(page.getByText('Enter a name for this device, such as its gate.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of this device' }).press('Escape')
  await expect(page.getByText(before)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename this device' })).toBeFocused()
  await rename(page, 'ประตู '.repeat(20))

  await expect(page.getByText(`This device appears in reports as ${'ประตู '.repeat(10).trim()}.`)).toBeVisible()
  await typeNumber(page, ticket.ticket_number)
  await expect(answerOf(page)).toContainText('Welcome')

  const notice = page.getByText('This event has been called off.')
  await expect(notice).toBeHidden()
  const headers = { authorization: `Bearer ${event.owner.access_token}` }
  await request.delete(`/api/organizers/delete-event/${event.id}`, { headers })
  await page.reload()
  await expect(notice).toBeVisible()
  await expect(page.getByText(`This device appears in reports as ${'ประตู '.repeat(10).trim()}.`)).toBeVisible()
  await typeNumber(page, ticket.ticket_number)
  await expect(answerOf(page)).toContainText('Cancelled')
})

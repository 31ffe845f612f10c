import { addDoorLink, answerOf, codeOf, openDoor, silence, typeNumber } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'
import { loseAnswers } from '../../support/offline.ts'

test('a guest turned away by an offline phone is not checked in later, but can still enter', async ({
  page,
  makers,
  request,
  pageProblems,
}) => {
  const event = await makers.addEvent()
  pageProblems.allow(silence)

  await openDoor(page, (await addDoorLink(request, event.id, event.owner)).path)
  // Issued after the phone's last refresh. The server checks it in, but its answer is lost.
  const ticket = await makers.addTicket(event.id, await makers.addAttendee())
  const restoreAnswers = await loseAnswers(page, '**/check-ins')
  await typeNumber(page, ticket.ticket_number)
  const missing = "Not on this phone's list"
  await expect(answerOf(page)).toContainText(missing)
  await page.context().setOffline(true)
  await typeNumber(page, ticket.ticket_number)
  await expect(page.getByRole('listitem').filter({ hasText: missing })).toHaveCount(2)
  await restoreAnswers()
  await page.context().setOffline(false)

  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await expect(page.getByText('0 / 1')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo the check-in/ })).toBeHidden()
  await typeNumber(page, ticket.ticket_number)
  await expect(answerOf(page)).toContainText('Welcome')
})

test('a guest let in offline by a code newer than the list is named once the phone is online', async ({
  page,
  makers,
  request,
  pageProblems,
}) => {
  const event = await makers.addEvent()
  const attendee = await makers.addAttendee()
  pageProblems.allow(silence)

  // No answer may be on its way when the ticket is issued.
  const refreshed = page.waitForResponse(/\/door\?since/)
  await openDoor(page, (await addDoorLink(request, event.id, event.owner)).path)
  await refreshed
  await page.context().setOffline(true)
  const { id } = await makers.addTicket(event.id, attendee)
  await typeNumber(page, await codeOf(request, id, attendee))
  await expect(answerOf(page)).toContainText('Name not on this phone yet')
  await page.context().setOffline(false)

  await expect(answerOf(page)).toContainText('Malee Suksan')
  await expect(answerOf(page)).toContainText('Welcome')
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('a door that has been opened once works offline, also for a party, and sends its scans once online', async ({
    page,
    makers,
    request,
    pageProblems,
  }) => {
    const event = await makers.addEvent({ max_party: 4 })
    const attendee = await makers.addAttendee()
    const party = { data: { guests: ['Nok', 'Lek', 'Dao'].map((name) => ({ name })) } }
    const { id } = await makers.send('post', `/api/tickets/event/${event.id}/register`, party, attendee)
    const code = await codeOf(request, id, attendee)
    pageProblems.allow(silence)

    // This phone's clock is slow, as it learns while online.
    await page.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() - 3 * 3_600_000
    })
    const { path, secret } = await addDoorLink(request, event.id, event.owner)
    await openDoor(page, path)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(async () => Boolean(await caches.match(location.pathname)))).toBe(true)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.clearBrowserCache')
    await page.context().setOffline(true)
    await page.reload()
    await typeNumber(page, code.replace(/"signature":".{4}/, '"signature":"AAAA'))
    await expect(answerOf(page)).toContainText('Forged')
    await typeNumber(page, code)
    await expect(answerOf(page)).toContainText('Welcome')
    await expect(page.getByRole('button', { name: /^Party of 4/ })).toBeVisible()
    await page.getByRole('button', { name: /^Undo the check-in/ }).click()
    await expect(answerOf(page)).toContainText('Undone')
    await expect(page.getByRole('button', { name: /^Party of 4/ })).toBeHidden()
    await typeNumber(page, code)
    await expect(answerOf(page)).toContainText('Welcome')
    await page.getByRole('button', { name: 'Party of 4: let the other 3 guests in' }).dblclick()
    await expect(page.getByText('Party of 4: all are in.')).toBeVisible()
    await expect(page.getByText('Already used')).toHaveCount(0)
    await page.reload()
    await typeNumber(page, code)
    await expect(answerOf(page)).toContainText('Already used')
    await page.context().setOffline(false)

    await expect(page.getByText('Online', { exact: true })).toBeVisible()
    await expect(page.getByText('4 / 4')).toBeVisible()
    await expect(page.getByText('waiting to be sent')).toBeHidden()
    const headers = { 'x-door-link': secret }
    const { tickets } = await (await request.get(`/api/events/${event.id}/door`, { headers })).json()
    for (const { used_at } of tickets) expect(Date.now() - Date.parse(used_at)).toBeLessThan(3_600_000)

    // The home page says that there is no network.
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Leave check-in' }).click()
    await page.getByRole('dialog', { name: 'Leave check-in?' }).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('main').getByRole('button', { name: 'Try Again' })).toBeVisible()
  })
})

test('an entry undone offline does not count, even if the server had received it', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const event = await makers.addEvent()
  const [received, notReceived] = [
    await makers.addTicket(event.id, await makers.addAttendee()),
    await makers.addTicket(event.id, await makers.addAttendee()),
  ]
  pageProblems.allow(silence)

  await login(event.owner)
  await openDoor(page, `/events/${event.id}/check-in`)
  const restoreAnswers = await loseAnswers(page, '**/api/**')
  await typeNumber(page, received.ticket_number)
  await expect(answerOf(page)).toContainText('Welcome')
  await page.getByRole('button', { name: /^Undo the check-in/ }).click()
  await expect(answerOf(page)).toContainText('Undone')
  await page.context().setOffline(true)
  await restoreAnswers()
  await typeNumber(page, notReceived.ticket_number)
  await expect(answerOf(page)).toContainText(notReceived.ticket_number)
  await page.getByRole('button', { name: /^Undo the check-in/ }).click()
  await expect(answerOf(page)).toContainText('Undone')
  await expect(page.locator('li:focus')).toContainText('Undone')
  await page.context().setOffline(false)

  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await expect(page.getByText('0 / 2')).toBeVisible()
  await typeNumber(page, received.ticket_number)
  await expect(answerOf(page)).toContainText('Welcome')
  await expect(page.getByText('1 / 2')).toBeVisible()
})

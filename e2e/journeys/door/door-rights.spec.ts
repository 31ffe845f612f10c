import { addDoorLink, answerOf, codeOf, openDoor, scan, silence, typeNumber } from '../../support/door.ts'
import { expect, keepSession, test } from '../../support/fixtures.ts'

test("a helper checks in with a door link; revoking it deletes the guests' names, and waiting scans can still be sent", async ({
  page,
  makers,
  login,
  request,
  openBrowser,
  pageProblems,
}) => {
  const event = await makers.addEvent()
  const ticket = await makers.addTicket(event.id, await makers.addAttendee({ first_name: 'Pimchanok' }))
  const guest = await makers.addAttendee({ first_name: 'Pimchanok' })
  const another = await makers.addTicket(event.id, guest)
  const code = await codeOf(request, another.id, guest)
  const second = await addDoorLink(request, event.id, event.owner, 'West gate')
  pageProblems.allow(silence)
  pageProblems.allow(/403/)

  await login(event.owner)
  await openDoor(page, `/events/${event.id}/check-in`)
  const name = page.getByRole('textbox', { name: 'Name of the new link' })
  await name.fill('   ')
  await page.getByRole('button', { name: 'Create door link' }).click()
  await expect(name).toHaveAccessibleDescription('Name is required.')
  await expect(name).toBeFocused()
  await name.fill('x'.repeat(61))
  await expect(name).toHaveAccessibleDescription('Name may have at most 60 characters.')
  await name.fill(' East gate ')
  await page.getByRole('button', { name: 'Create door link' }).click()
  const address = await page
    .getByRole('dialog')
    .getByText(/check-in#/)
    .innerText()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(name).toHaveValue('')
  const newest = page.getByRole('button', { name: /^Revoke / }).first()
  await expect(newest).toHaveAccessibleName('Revoke East gate')

  const helper = await openBrowser()
  await openDoor(helper, address)
  await expect(helper).toHaveURL(`/events/${event.id}/check-in`)
  await expect(helper.getByText('Door links')).toBeHidden()
  await typeNumber(helper, ticket.ticket_number)
  await expect(answerOf(helper)).toContainText('Welcome')
  // A phone whose call was slow has still to send the scan.
  await expect(helper.getByText('Online', { exact: true })).toBeVisible()
  await helper.context().setOffline(true)
  await helper.getByRole('heading', { name: 'Check in' }).click()
  await scan(helper, code)
  await expect(answerOf(helper)).toContainText(another.ticket_number)
  expect(await helper.evaluate(storesContaining, 'Pimchanok')).toEqual(['scans', 'snapshots'])
  await page.getByRole('button', { name: 'Revoke East gate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('“East gate” was revoked.')).toBeVisible()
  await helper.context().setOffline(false)

  await expect(helper.getByText('This door link no longer works.')).toBeVisible()
  await expect(helper.getByText('1 scan on this device is waiting to be sent.')).toBeVisible()
  await expect.poll(() => helper.evaluate(storesContaining, 'Pimchanok')).toEqual([])
  await helper.goto(second.path)
  await expect(helper.getByText('2 / 2')).toBeVisible()
  await expect(helper.getByText('Online', { exact: true })).toBeVisible()
  await helper.getByRole('button', { name: 'Leave check-in' }).click()
  await helper.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(helper).toHaveURL('/')
})

test("guests' names leave the phone at logout, and days after the event", async ({ page, makers, login, request }) => {
  const event = await makers.addEvent()
  const attendee = await makers.addAttendee({ first_name: 'Pimchanok' })
  const ticket = await makers.addTicket(event.id, attendee)

  await login(event.owner)
  const { path } = await addDoorLink(request, event.id, event.owner)
  // At a helper's address too, owners keep their rights.
  await openDoor(page, path)
  await expect(page.getByRole('button', { name: 'Create door link' })).toBeVisible()
  await scan(page, await codeOf(request, ticket.id, attendee))
  await expect(answerOf(page)).toContainText('Welcome')
  await expect.poll(() => page.evaluate(storesContaining, 'Pimchanok')).toEqual(['scans', 'snapshots'])
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')

  expect(await page.evaluate(storesContaining, 'Pimchanok')).toEqual([])

  await openDoor(page, path)
  await expect(page.getByText('1 / 1')).toBeVisible()
  await expect(page.getByText('Last scans on this device')).toBeHidden()
  const later = await page.context().newPage()
  const { username, password } = event.owner
  const session = await (await request.post('/api/users/login', { data: { username, password } })).json()
  await keepSession(later, { ...event.owner, ...session })
  await openDoor(later, `/events/${event.id}/check-in`)
  await later.getByRole('button', { name: /^Undo the check-in of Pimchanok/ }).click()
  await expect(later.getByText('0 / 1')).toBeVisible()

  await page.goto('/')
  await later.goto('/')
  expect(await later.evaluate(storesContaining, 'Pimchanok')).toEqual(['scans', 'snapshots'])
  await later.evaluate(makeOld)
  await later.reload()
  await expect.poll(() => later.evaluate(storesContaining, 'Pimchanok')).toEqual([])
})

/** Moves the events and scans in the door's database to the year 2020. */
async function makeOld(): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)))
  const db = await done(indexedDB.open('door'))
  const past = '2020-01-01T00:00:00.000Z'
  const transaction = db.transaction(['scans', 'snapshots'], 'readwrite')
  const [scans, snapshots] = [transaction.objectStore('scans'), transaction.objectStore('snapshots')]
  for (const scan of await done(scans.getAll())) await done(scans.put({ ...scan, scanned_at: past }))
  for (const door of await done(snapshots.getAll())) {
    await done(snapshots.put({ ...door, end_date_event: past }, door.event_id))
  }
  db.close()
}

/** The stores in the door's database that contain this text. */
async function storesContaining(text: string): Promise<string[]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open('door'))
  const found: string[] = []
  for (const store of db.objectStoreNames) {
    const values = await done(db.transaction(store).objectStore(store).getAll())
    const read = JSON.stringify(values, (_, value) => (value instanceof Map ? [...value] : value))
    if (read.includes(text)) found.push(store)
  }
  db.close()
  return found
}

import { addDoorLink, answerOf, openDoor, silence, typeNumber } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'

test('the door fills the screen, a touch enables sound and keeps it on, and leaving asks first, with the unsent scans', async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  const event = await makers.addEvent()
  const ticket = await makers.addTicket(event.id, await makers.addAttendee())
  const question = page.getByRole('dialog', { name: 'Leave check-in?' })
  pageProblems.allow(silence)

  await page.addInitScript(fakeScreenLocks)
  await login(event.owner)
  await page.goto(`/events/${event.id}`)
  await page.getByRole('link', { name: /^Check in at/ }).click()
  await expect(answerOf(page)).toContainText('Ready')
  for (const part of ['banner', 'contentinfo', 'navigation'] as const) await expect(page.getByRole(part)).toHaveCount(0)
  await page.getByRole('heading', { name: 'Check in' }).click()
  await expect(page.getByText('Sound is on')).toBeVisible()
  await expect(page.getByText('Screen stays on')).toBeVisible()
  // Browsers release the screen lock while the page is hidden.
  expect(await page.evaluate(hideAndShow)).toBe(2)
  await page.getByRole('button', { name: 'Sound' }).click()
  await expect(page.getByText('Sound is off')).toBeVisible()

  expect(await page.evaluate(asksBeforeClosing)).toBe(false)
  await page.context().setOffline(true)
  await typeNumber(page, ticket.ticket_number)
  await expect(answerOf(page)).toContainText('Welcome')
  expect(await page.evaluate(asksBeforeClosing)).toBe(true)
  await page.getByRole('button', { name: 'Leave check-in' }).click()
  await expect(question).toContainText('1 scan is waiting to be sent.')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(answerOf(page)).toContainText('Welcome')
  await page.context().setOffline(false)
  await expect(page.getByText('Online', { exact: true })).toBeVisible()

  await page.goBack()
  await expect(question).toContainText('This phone cannot check anyone in until you open check-in here again.')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(`/events/${event.id}/check-in`)
  await expect(question).toBeHidden()
  // On a busy machine the router may still be undoing the first Back, which closes the second question too.
  await expect(async () => {
    if (!(await question.isVisible())) await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click({ timeout: 5_000 })
  }).toPass()
  await expect(page).toHaveURL(`/events/${event.id}`)
})

test('guests are checked in from the list offline, and the owner can undo it', async ({
  page,
  makers,
  login,
  request,
  openBrowser,
  pageProblems,
}) => {
  const event = await makers.addEvent()
  const names = ['Pimchanok', 'Somchai'] as const
  const attendees = [
    await makers.addAttendee({ first_name: names[0] }),
    await makers.addAttendee({ first_name: names[1] }),
  ] as const
  const [ticket] = [await makers.addTicket(event.id, attendees[0]), await makers.addTicket(event.id, attendees[1])]
  const { path } = await addDoorLink(request, event.id, event.owner, 'North')
  const helper = await openBrowser()
  const guests = (phone: typeof page) => phone.getByRole('region', { name: 'Guest list' }).getByRole('listitem')
  pageProblems.allow(silence)

  await openDoor(helper, path)
  await helper.context().setOffline(true)
  await helper.getByRole('tab', { name: 'Guest list' }).click()
  await expect(guests(helper)).toHaveCount(2)
  await helper.getByRole('searchbox').fill('pimch')
  await expect(guests(helper)).toHaveCount(1)
  await helper.getByRole('button', { name: /^Check in Pimchanok/ }).click()
  await expect(answerOf(helper)).toContainText('Welcome')
  await expect(guests(helper)).toContainText('checked in on this phone, waiting to be sent')
  await helper.context().setOffline(false)
  await expect(guests(helper)).toContainText('door North')

  await login(event.owner)
  await openDoor(page, `/events/${event.id}/check-in`)
  await page.getByRole('tab', { name: 'Guest list' }).click()
  await expect(guests(page).filter({ hasText: names[0] })).toContainText(/In since \d\d:\d\d, door North/)
  await page.getByRole('tab', { name: 'Progress' }).click()
  await expect(page.getByText('1 guest entered in the last 10 minutes.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^North 1 \d\d:\d\d$/ })).toBeVisible()
  await page.getByRole('button', { name: /^Undo the entry of Pimchanok/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No entries yet.')).toBeVisible()

  // A phone that comes back online refreshes at once.
  await helper.context().setOffline(true)
  await helper.context().setOffline(false)
  await expect(guests(helper)).toContainText('Not in')
  await helper.getByRole('tab', { name: 'Scans' }).click()
  await expect(helper.getByRole('listitem').filter({ hasText: ticket.ticket_number })).toContainText('Undone')
})

/** Runs in the page: whether the browser would ask before it closes the page or loads another. */
function asksBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

interface Screens extends Window {
  locks?: { released: boolean }[]
}

/** Runs in the page before its own code: screen locks, which headless Chromium does not have. */
function fakeScreenLocks() {
  const locks: { released: boolean }[] = []
  ;(window as Screens).locks = locks
  const request = async () => {
    locks.push(Object.assign(new EventTarget(), { released: false, release: async () => undefined }))
    return locks.at(-1)
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request } })
}

/** Runs in the page: hides and shows it. Returns the number of screen locks requested so far. */
function hideAndShow(): number | undefined {
  const { locks } = window as Screens
  for (const lock of locks ?? []) lock.released = true
  document.dispatchEvent(new Event('visibilitychange'))
  return locks?.length
}

import type { Page } from '@playwright/test'
import { addDoorLink, answerOf, openDoor, silence, typeNumber } from '../../support/door.ts'
import { expect, type Makers, test } from '../../support/fixtures.ts'

/** Two tabs of one phone at the door of an event with so many tickets. */
async function openTwoTabs(page: Page, makers: Makers, count: number) {
  const event = await makers.addEvent()
  const numbers: string[] = []
  for (let n = 0; n < count; n++) {
    numbers.push((await makers.addTicket(event.id, await makers.addAttendee())).ticket_number)
  }
  const { path } = await addDoorLink(page.request, event.id, event.owner)
  const other = await page.context().newPage()
  for (const tab of [page, other]) await openDoor(tab, path)
  return { other, numbers }
}

/** What the tab says about this ticket, once it says anything about it. */
async function saidOf(tab: Page, number: string): Promise<string> {
  await expect(answerOf(tab)).toContainText(number)
  return answerOf(tab).innerText()
}

test('without a network two tabs of one phone let the same ticket in once, even at the same moment', async ({
  page,
  makers,
  calm,
}) => {
  calm.except(silence)
  const { other, numbers } = await openTwoTabs(page, makers, 4)

  await page.context().setOffline(true)
  for (const number of numbers) {
    await Promise.all([typeNumber(page, number), typeNumber(other, number)])

    const said = await Promise.all([saidOf(page, number), saidOf(other, number)])
    expect(said.filter((each) => each.includes('Welcome'))).toHaveLength(1)
    expect(said.filter((each) => each.includes('Already used'))).toHaveLength(1)
  }
})

test('a tab knows whom another tab let in, takes back and told the server', async ({ page, makers, calm }) => {
  calm.except(silence)
  const { other, numbers } = await openTwoTabs(page, makers, 2)
  const [told = '', unheard = ''] = numbers

  // The other tab is kept from hearing of it by itself.
  await other.route('**/door?*', (route) => route.abort())
  await typeNumber(page, told)
  await expect(answerOf(page)).toContainText('Welcome')
  await page.context().setOffline(true)
  await typeNumber(other, told)
  await expect(answerOf(other)).toContainText('Already used')
  await typeNumber(page, unheard)
  await expect(answerOf(page)).toContainText('Welcome')
  await typeNumber(other, unheard)
  await expect(answerOf(other)).toContainText('Already used')

  // Undone in the one tab, it lets its holder in at the other.
  await page
    .getByRole('button', { name: /^Undo the check-in/ })
    .first()
    .click()
  await expect(answerOf(page)).toContainText('Undone')
  await typeNumber(other, unheard)
  await expect(answerOf(other)).toContainText('Welcome')
  await other.unroute('**/door?*')
  await page.context().setOffline(false)

  for (const tab of [page, other]) {
    await expect(tab.getByText('Online', { exact: true })).toBeVisible()
    await expect(tab.getByText('2 / 2')).toBeVisible()
  }
  await expect(page.getByText('Double entries')).toBeHidden()
})

test('a page that is opened without a network knows what the server said a moment before', async ({
  page,
  makers,
  calm,
}) => {
  calm.except(silence)
  const { other, numbers } = await openTwoTabs(page, makers, 1)
  const [number = ''] = numbers

  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match(location.pathname)))).toBe(true)
  await other.close()
  await page.route('**/door?*', (route) => route.abort())
  await typeNumber(page, number)
  await expect(answerOf(page)).toContainText('Welcome')
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('1 / 1')).toBeVisible()
  await typeNumber(page, number)

  await expect(answerOf(page)).toContainText('Already used')
})

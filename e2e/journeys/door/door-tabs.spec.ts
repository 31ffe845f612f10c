import type { Page } from '@playwright/test'
import { addDoorLink, answerOf, openDoor, silence, typeNumber } from '../../support/door.ts'
import { expect, type Makers, test } from '../../support/fixtures.ts'

/** Two tabs of one phone at the door of an event with `count` tickets. */
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

/** The tab's answer about this ticket. */
async function answerAbout(tab: Page, number: string): Promise<string> {
  await expect(answerOf(tab)).toContainText(number)
  return answerOf(tab).innerText()
}

test('two offline tabs of one phone accept a ticket only once, even at the same moment', async ({
  page,
  makers,
  pageProblems,
}) => {
  pageProblems.allow(silence)
  const { other, numbers } = await openTwoTabs(page, makers, 4)

  await page.context().setOffline(true)
  for (const number of numbers) {
    await Promise.all([typeNumber(page, number), typeNumber(other, number)])

    const answers = await Promise.all([answerAbout(page, number), answerAbout(other, number)])
    expect(answers.filter((answer) => answer.includes('Welcome'))).toHaveLength(1)
    expect(answers.filter((answer) => answer.includes('Already used'))).toHaveLength(1)
  }
})

test('a tab knows the entries that another tab made, undid and sent', async ({ page, makers, pageProblems }) => {
  pageProblems.allow(silence)
  const { other, numbers } = await openTwoTabs(page, makers, 2)
  const [sent = '', unsent = ''] = numbers

  // The other tab gets no updates from the server.
  await other.route('**/door?*', (route) => route.abort())
  await typeNumber(page, sent)
  await expect(answerOf(page)).toContainText('Welcome')
  await page.context().setOffline(true)
  await typeNumber(other, sent)
  await expect(answerOf(other)).toContainText('Already used')
  await typeNumber(page, unsent)
  await expect(answerOf(page)).toContainText('Welcome')
  await typeNumber(other, unsent)
  await expect(answerOf(other)).toContainText('Already used')

  // After an undo in one tab, the other lets the holder in.
  await page
    .getByRole('button', { name: /^Undo the check-in/ })
    .first()
    .click()
  await expect(answerOf(page)).toContainText('Undone')
  await typeNumber(other, unsent)
  await expect(answerOf(other)).toContainText('Welcome')
  await other.unroute('**/door?*')
  await page.context().setOffline(false)

  for (const tab of [page, other]) {
    await expect(tab.getByText('Online', { exact: true })).toBeVisible()
    await expect(tab.getByText('2 / 2')).toBeVisible()
  }
  await expect(page.getByText('Double entries')).toBeHidden()
})

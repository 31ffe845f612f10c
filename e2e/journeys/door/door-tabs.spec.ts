import type { Page } from '@playwright/test'
import { addDoorLink, answerOf, openDoor, silence, typeNumber } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'

/** The tab's answer about this ticket. */
async function answerAbout(tab: Page, number: string): Promise<string> {
  await expect(answerOf(tab)).toContainText(number)
  return answerOf(tab).innerText()
}

test('two tabs of one phone accept a ticket only once, even at the same moment offline, and know what the other undid', async ({
  page,
  makers,
  pageProblems,
}) => {
  pageProblems.allow(silence)
  const event = await makers.addEvent()
  const addNumber = async () => (await makers.addTicket(event.id, await makers.addAttendee())).ticket_number
  const [sent, unsent] = [await addNumber(), await addNumber()]
  const raced = [await addNumber(), await addNumber(), await addNumber(), await addNumber()]
  const { path } = await addDoorLink(page.request, event.id, event.owner)
  const other = await page.context().newPage()
  for (const tab of [page, other]) await openDoor(tab, path)

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

  for (const number of raced) {
    await Promise.all([typeNumber(page, number), typeNumber(other, number)])

    const answers = await Promise.all([answerAbout(page, number), answerAbout(other, number)])
    expect(answers.filter((answer) => answer.includes('Welcome'))).toHaveLength(1)
    expect(answers.filter((answer) => answer.includes('Already used'))).toHaveLength(1)
  }
  await other.unroute('**/door?*')
  await page.context().setOffline(false)

  for (const tab of [page, other]) {
    await expect(tab.getByText('Online', { exact: true })).toBeVisible()
    await expect(tab.getByText('6 / 6')).toBeVisible()
  }
  await expect(page.getByText('Let in by mistake')).toBeHidden()
})

import { writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { addDoorLink, answerOf, codeOf, openDoor, scan, typeInThai, typeNumber, videoOf } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'

test("a code that stays in the camera's view is checked in once", async ({ makers, request, baseURL }, { project }) => {
  const event = await makers.addEvent()
  const attendee = await makers.addAttendee()
  const ticket = await makers.addTicket(event.id, attendee)
  const video = test.info().outputPath('ticket.y4m')
  await writeFile(video, videoOf(await codeOf(request, ticket.id, attendee)))
  const { path } = await addDoorLink(request, event.id, event.owner)
  const { executablePath, args = [] } = project.use.launchOptions ?? {}
  const camera = ['use-fake-device-for-media-stream', 'use-fake-ui-for-media-stream']
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...args, ...camera.map((name) => `--${name}`), `--use-file-for-fake-video-capture=${video}`],
  })

  try {
    const page = await browser.newPage({ ...(baseURL && { baseURL }), permissions: ['camera'] })
    // With permission already granted, the camera starts automatically.
    await page.goto(path)

    await expect(answerOf(page)).toContainText('Welcome')
    await expect(answerOf(page)).toContainText('Malee Suksan')
    await expect(answerOf(page)).toContainText(ticket.ticket_number)
    // Another ticket is checked while the first code stays in view.
    await typeNumber(page, 'AAAA-AAAA')
    await expect(answerOf(page)).toContainText('Unknown')
    await expect(page.getByRole('listitem').filter({ hasText: ticket.ticket_number })).toHaveCount(1)
    await page.getByRole('button', { name: 'Stop camera' }).click()
    await expect(page.getByRole('button', { name: 'Start camera' })).toBeVisible()
  } finally {
    await browser.close()
  }
})

test('a typed number is checked in, can be undone, and shows when it was used', async ({
  page,
  makers,
  login,
  request,
}) => {
  const event = await makers.addEvent()
  const ticket = await makers.addTicket(event.id, await makers.addAttendee())
  const people = [{ name: 'Nok Sukjai', email: `${makers.uniqueName()}@example.com` }]
  await makers.send('post', `/api/events/${event.id}/invitations`, { data: { people } }, event.owner)
  const { tickets } = await makers.send('get', `/api/events/${event.id}/door`, {}, event.owner)

  await login(event.owner)
  await openDoor(page, `/events/${event.id}/check-in`)
  await expect(page.getByText('0 / 1')).toBeVisible()
  await typeNumber(page, ticket.ticket_number.toLowerCase().replace('-', ' '))
  await expect(answerOf(page)).toContainText('Welcome')
  await expect(answerOf(page)).toContainText('Malee Suksan')
  await expect(page.getByText('1 / 1')).toBeVisible()

  await page.getByRole('button', { name: /^Undo the check-in of Malee Suksan/ }).click()
  await expect(answerOf(page)).toContainText('Undone')
  await expect(page.getByText('0 / 1')).toBeVisible()
  await typeNumber(page, ticket.ticket_number)
  await expect(answerOf(page)).toContainText('Welcome')
  await expect(page.getByText('1 / 1')).toBeVisible()

  await typeNumber(page, ticket.ticket_number)
  await expect(answerOf(page)).toContainText(/Already used at \d\d:\d\d/)

  await test.step('Thai and full-width digits, lower case and Thai keys also work', async () => {
    const thai = (number: string) =>
      number.toLowerCase().replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)))
    const wide = (number: string) =>
      number.toLowerCase().replace(/[0-9a-z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    for (const spelled of [thai, wide]) {
      const { ticket_number } = await makers.addTicket(event.id, await makers.addAttendee())
      await typeNumber(page, spelled(ticket_number))
      await expect(answerOf(page)).toContainText('Welcome')
      await expect(answerOf(page)).toContainText(ticket_number)
    }
    const { ticket_number } = await makers.addTicket(event.id, await makers.addAttendee())
    await page.getByRole('textbox', { name: 'Ticket number' }).focus()
    await typeInThai(page, `${ticket_number}X`)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expect(answerOf(page)).toContainText(ticket_number)
  })

  await test.step('the number of an invitation is unknown, with its name and what to do', async () => {
    await typeNumber(page, tickets.find(({ status }: { status: string }) => status === 'INVITED').ticket_number)
    await expect(answerOf(page)).toContainText('Unknown')
    await expect(answerOf(page)).toContainText('Nok Sukjai')
    await expect(answerOf(page)).toContainText('Ask the guest to open the link in the email')
  })

  await test.step('a plugged-in scanner works without focusing a field', async () => {
    const attendee = await makers.addAttendee()
    const scanned = await makers.addTicket(event.id, attendee)
    // The scanner's keys must not press the focused button.
    const sound = page.getByRole('button', { name: 'Sound' })
    await sound.click()
    await scan(page, await codeOf(request, scanned.id, attendee))

    await expect(answerOf(page)).toContainText(scanned.ticket_number)
    await expect(answerOf(page)).toContainText('Welcome')
    await expect(sound).toHaveAttribute('aria-pressed', 'false')

    // Nor may they change a text that is being typed.
    const name = page.getByRole('textbox', { name: 'Name of the new link' })
    await name.fill('East')
    await scan(page, await codeOf(request, scanned.id, attendee))
    await expect(answerOf(page)).toContainText('Already used')
    await expect(name).toHaveValue('East')
  })

  await test.step("the browser's shortcuts are not taken for a scanner", async () => {
    const press = (init: KeyboardEventInit) => {
      const key = () => new KeyboardEvent('keydown', { key: '=', bubbles: true, cancelable: true, ...init })
      return [key(), key(), key()].map((event) => document.body.dispatchEvent(event))
    }

    expect(await page.evaluate(press, { ctrlKey: true })).toEqual([true, true, true])
    expect(await page.evaluate(press, { metaKey: true })).toEqual([true, true, true])
    // AltGr
    expect(await page.evaluate(press, { ctrlKey: true, altKey: true })).toContain(false)
  })
})

import { readFile } from 'node:fs/promises'
import { issuerId, openBundle, savedBy } from '#server/testing/applications/wallets.ts'
import { expect, test } from '../../support/fixtures.ts'
import { addOrganizer, test as withWallets } from '../../support/outside.ts'
import { readCode } from '../../support/qr-code.ts'

test("a ticket cancelled elsewhere says why, and someone else's leads to My Tickets", async ({
  page,
  makers,
  login,
  pageProblems,
}) => {
  pageProblems.allow(/404/)
  const attendee = await makers.addAttendee()
  const { id, event_name } = await makers.addEvent()
  const ticket = await makers.addTicket(id, attendee)

  await login(attendee)
  await page.goto(`/virtual-ticket/${ticket.id}`)
  for (const text of [event_name, ticket.ticket_number, 'Malee Suksan', 'Active']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  const code = page.getByRole('img', { name: /^QR code/ })
  // Without its quiet zone.
  expect((await code.locator('path').boundingBox())?.width).toBeCloseTo(200, 0)
  expect(JSON.parse(await readCode(code))).toMatchObject({
    ticket_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    event_name,
    fullname: 'Malee Suksan',
    register_date: new Date().toLocaleDateString('en-US', { timeZone: 'Asia/Bangkok' }),
    status: 'Active',
  })
  // The operator has set no keys for wallets.
  await expect(page.getByRole('button', { name: /Wallet/ })).toHaveCount(0)
  await makers.cancelTicket(ticket.id, attendee)
  await page.getByRole('button', { name: 'Validate Ticket' }).click()

  await expect(page.getByRole('alert')).toContainText('This ticket is not valid: it was cancelled.')
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  const reason = await page.getByText('You have withdrawn from this event.').boundingBox()
  expect(reason?.y).toBeLessThan((await code.boundingBox())?.y ?? 0)
  await expect(page.getByRole('link', { name: 'View Event' })).toHaveAttribute('href', `/events/${id}`)

  const other = await makers.addTicket(id, await makers.addAttendee())
  await page.goto(`/virtual-ticket/${other.id}`)
  await expect(page.getByText('This ticket does not exist, or you cannot see it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to My Tickets' }).click()
  await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()

  await page.evaluate(() => localStorage.setItem('id', 'NaN'))
  await page.goto('/my-tickets')
  await expect(page.getByText('User not logged in or missing credentials.')).toBeVisible()
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })

  test('the QR code fits a screen and a page, and stays readable with the longest names', async ({
    page,
    makers,
    login,
  }) => {
    const attendee = await makers.addAttendee()
    const address = `${'ห้องประชุมใหญ่ อาคารศูนย์การประชุมแห่งชาติ ถนนรัชดาภิเษก '.repeat(5)}กรุงเทพมหานคร 10110`
    const event = await makers.addEvent({
      event_name: 'An evening whose name is long enough for two lines',
      address,
      // The widest date of an event.
      start_date_event: '2028-09-27T15:44:00Z',
      end_date_event: '2028-09-27T16:44:00Z',
    })
    const ticket = await makers.addTicket(event.id, attendee)
    // The longest names make the densest code.
    const letters = 'กี่ปุ้ย้ำที่สุขสันต์'.repeat(20)
    const names = { first_name: letters.slice(0, 150), last_name: letters.slice(0, 150) }
    await makers.send('patch', `/api/users/edit-profile/${attendee.id}`, { data: names }, attendee)
    const other = await makers.addEvent({ event_name: letters.slice(0, 50) }, event.owner)
    const dense = await makers.addTicket(other.id, attendee)

    await login(attendee)
    await page.goto(`/virtual-ticket/${ticket.id}`)
    const number = page.getByText(ticket.ticket_number, { exact: true })
    const bar = page.getByRole('navigation', { name: 'Quick' })

    // The layout is final once the fonts have loaded.
    await expect
      .poll(async () => {
        const [above, below] = [await number.boundingBox(), await bar.boundingBox()]
        return above !== null && below !== null && above.y + above.height <= below.y
      })
      .toBe(true)

    await page.getByRole('button', { name: 'Show the QR code large' }).focus()
    for (const paper of [{ format: 'A4' }, { format: 'A5' }, { width: '80mm', height: '200mm' }]) {
      const file = await page.pdf(paper)
      expect(file.toString('latin1').match(/\/Type \/Page\b/g), JSON.stringify(paper)).toHaveLength(1)
    }
    await page.setViewportSize({ width: Math.round(64 * millimetre), height: 1000 })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(address, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show the QR code large' })).toHaveCSS('outline-style', 'none')
    const box = await page.getByRole('img', { name: /^QR code/ }).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(30 * millimetre)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(64 * millimetre)

    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 360, height: 740 })
    // With no page of this site before it, Back leads to the tickets.
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/my-tickets')
    await page.getByRole('link', { name: `View Ticket ${dense.ticket_number}` }).click()
    const code = page.getByRole('img', { name: `QR code of ticket ${dense.ticket_number}` })
    const small = await readCode(code)
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
    const inForcedColours = await readCode(code)
    await page.emulateMedia({ colorScheme: null, forcedColors: null })
    await page.getByRole('button', { name: 'Show the QR code large' }).click()
    const dialog = page.getByRole('dialog', { name: dense.ticket_number })
    const large = await readCode(dialog.getByRole('img'))
    await page.keyboard.press('Escape')

    expect(JSON.parse(small)).toMatchObject({
      event_name: other.event_name,
      fullname: letters.slice(0, 40),
      ticket_number: dense.ticket_number,
    })
    expect([inForcedColours, large]).toEqual([small, small])
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Show the QR code large' })).toBeFocused()
  })
})

/** In CSS pixels. */
const millimetre = 96 / 25.4

withWallets(
  'a ticket goes to both wallets by one tap each, with its code, until it ends',
  async ({ page, makers, login, outside: { mailbox, wallet } }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.route('https://pay.google.com/**', (route) => route.fulfill({ body: 'Saved' }))
    const attendee = await addOrganizer(makers, mailbox)
    const { id } = await makers.addEvent({}, await addOrganizer(makers, mailbox))
    const ticket = await makers.addTicket(id, attendee)
    await login(attendee)
    await page.goto(`/virtual-ticket/${ticket.id}`)
    const code = await readCode(page.getByRole('img', { name: `QR code of ticket ${ticket.ticket_number}` }))

    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Add to Apple Wallet' }).click()
    const download = await downloaded
    const { pass } = await openBundle(await readFile(await download.path()))
    expect(pass.barcodes[0].message).toBe(code)
    expect(pass.voided).toBe(false)

    await page.getByRole('button', { name: 'Add to Google Wallet' }).click()
    await page.waitForURL('https://pay.google.com/gp/v/save/**')
    const saved = (await savedBy(page.url())).payload.eventTicketObjects[0]?.id ?? ''
    expect(saved).toBe(`${issuerId}.${pass.serialNumber}`)
    expect(wallet.shown.get(saved)).toMatchObject({ state: 'ACTIVE', barcode: { value: code } })

    await page.goBack()
    await makers.cancelTicket(ticket.id, attendee)
    await page.reload()
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /Wallet/ })).toHaveCount(0)
    expect((await page.request.get(download.url())).status()).toBe(404)
  },
)

import type { APIRequestContext, Page } from '@playwright/test'
import encodeQR from 'qr'
import { expect, type Person } from './fixtures.ts'

/** The browser's messages while offline, with or without the service worker. */
export const silence = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|^failed:/

/** The text of a ticket's QR code. */
export async function codeOf(request: APIRequestContext, ticketId: number, holder: Person): Promise<string> {
  const headers = { authorization: `Bearer ${holder.access_token}` }
  const ticket = await (await request.get(`/api/tickets/${ticketId}`, { headers })).json()
  return JSON.stringify({ ...ticket, event_name: 'Bangkok JavaScript Night', profile_picture: 'placeholder' })
}

/** Adds a door link and returns the path that a helper opens. */
export async function addDoorLink(request: APIRequestContext, eventId: number, owner: Person, name = 'Front gate') {
  const headers = { authorization: `Bearer ${owner.access_token}` }
  const reply = await request.post(`/api/events/${eventId}/door-links`, { data: { name }, headers })
  const { id, secret } = await reply.json()
  return { path: `/events/${eventId}/check-in#${secret}`, secret: secret as string, id: id as number }
}

export const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer' })

export async function typeNumber(page: Page, number: string) {
  await page.getByRole('textbox', { name: 'Ticket number' }).fill(number)
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
}

/** The characters of the keys of a ticket number on a Thai keyboard (Kedmanee). */
const thaiKeys: Record<string, string> = {
  ...{ 2: '/', 3: '-', 4: 'ภ', 5: 'ถ', 6: 'ุ', 7: 'ึ', 8: 'ค', 9: 'ต', '-': 'ข' },
  ...{ A: 'ฟ', B: 'ิ', C: 'แ', D: 'ก', E: 'ำ', F: 'ด', G: 'เ', H: '้', J: '่', K: 'า', M: 'ท', N: 'ื', P: 'ย' },
  ...{ Q: 'ๆ', R: 'พ', S: 'ห', T: 'ะ', V: 'อ', W: 'ไ', X: 'ป', Y: 'ั', Z: 'ผ' },
}

/** Types a number as on a Thai keyboard; Playwright's own is a US one. */
export async function typeInThai(page: Page, number: string) {
  const browser = await page.context().newCDPSession(page)
  for (const sign of number) {
    const key = thaiKeys[sign] ?? ''
    const code = sign === '-' ? 'Minus' : `${/\d/.test(sign) ? 'Digit' : 'Key'}${sign}`
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key })
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code })
  }
}

/** Types a code and Enter like a scanner, with five milliseconds between keys. Sets the events' times itself,
 *  because a busy machine would add pauses that a scanner does not make. */
export async function scan(page: Page, code: string) {
  const browser = await page.context().newCDPSession(page)
  const start = Date.now() / 1_000
  const press = (key: object, n: number) => {
    const timestamp = start + n * 0.005
    return [
      browser.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
      browser.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...key, text: '' }),
    ]
  }
  const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  const keys = [...[...code].map((letter) => ({ key: letter, text: letter })), enter]
  await Promise.all(keys.flatMap(press))
}

/** Renames this phone. */
export async function rename(page: Page, name: string) {
  await page.getByRole('button', { name: 'Rename this device' }).click()
  await page.getByRole('textbox', { name: 'Name of this device' }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
}

/** Opens a door and waits until it is ready. */
export async function openDoor(page: Page, path: string) {
  await page.goto(path)
  await expect(answerOf(page)).toContainText('Ready')
}

/** A video of a QR code for Chromium's fake camera, in YUV4MPEG2: it is uncompressed, so the squares are not blurred. */
export function videoOf(text: string): Buffer {
  const [width, height, square] = [640, 480, 6]
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 })
  const [left, top] = [(width - rows.length * square) >> 1, (height - rows.length * square) >> 1]
  const bright = Buffer.alloc(width * height, 255)
  for (let y = 0; y < rows.length * square; y++) {
    for (let x = 0; x < rows.length * square; x++) {
      if (rows[Math.floor(y / square)]?.[Math.floor(x / square)]) bright[(top + y) * width + left + x] = 0
    }
  }
  const colourless = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), bright, colourless])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

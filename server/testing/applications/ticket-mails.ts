import type { Email } from 'postal-mime'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { TicketCode } from '#contract/tickets/ticket-code.ts'
import type { Person } from '../app.ts'

export const addressOf = ({ username }: Person) => `${username}@example.com`

/** The text of the QR code in a mail. */
export async function codeIn(mail: Email): Promise<TicketCode> {
  const picture = mail.attachments.find(({ mimeType }) => mimeType === 'image/png')
  const { data, info } = await sharp(picture?.content as ArrayBuffer)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return TicketCode.parse(JSON.parse(decodeQR({ data, width: info.width, height: info.height })))
}

/** The unfolded lines of a mail's calendar file. */
export function calendarIn(mail: Email): string[] {
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  return Buffer.from(file?.content as ArrayBuffer)
    .toString()
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
}

import type { Email } from 'postal-mime'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect } from 'vitest'
import { TicketCode } from '#contract/tickets/ticket-code.ts'
import { markEmailVerified } from '#server/features/accounts/users/users.repository.ts'
import { type Person, startApp } from './app.ts'
import { eventually, startMailServer } from './mail-server.ts'

export const addressOf = ({ username }: Person) => `${username}@example.com`

/** The product with a mail server, and people whose email was verified. */
export async function startWithMail() {
  const mail = await startMailServer()
  const started = await startApp({ SMTP_URL: mail.url, PUBLIC_URL: 'https://ruam.example' }, { worker: true })

  /** Somebody whose email was verified. */
  async function addHolder(given = {}): Promise<Person> {
    const person = await started.addUser(given)
    await markEmailVerified(started.db, person.id, started.clock.now)
    return person
  }

  /** Until every mail has left that was asked for so far. */
  const allSent = () =>
    eventually(async () => {
      expect((await started.db.pool.query('SELECT FROM unconfirmed_tickets')).rowCount).toBe(0)
      expect((await started.db.pool.query('SELECT FROM graphile_worker.jobs')).rowCount).toBe(0)
    })

  return { ...started, mail, addHolder, allSent }
}

/** What a camera reads off the QR code in a mail. */
export async function codeIn(mail: Email): Promise<TicketCode> {
  const picture = mail.attachments.find(({ mimeType }) => mimeType === 'image/png')
  const { data, info } = await sharp(picture?.content as ArrayBuffer)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return TicketCode.parse(JSON.parse(decodeQR({ data, width: info.width, height: info.height })))
}

/** The lines of a mail's calendar file, put together again where they were folded. */
export function calendarIn(mail: Email): string[] {
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  return Buffer.from(file?.content as ArrayBuffer)
    .toString()
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
}

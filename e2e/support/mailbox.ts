import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect } from './fixtures.ts'

/** Starts an SMTP server on loopback that stores the mails it receives. */
export async function openMailbox() {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', async () => {
        mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')

  const mailsTo = (address: string) => mails.filter(({ to }) => to?.some((one) => one.address === address))

  /** The newest mail to an address, once `count` mails have arrived there. */
  async function newestTo(address: string, count: number): Promise<string> {
    const waiting = { message: `mails to ${address}`, timeout: 20_000 }
    await expect.poll(() => mailsTo(address).length, waiting).toBeGreaterThanOrEqual(count)
    return mailsTo(address).at(-1)?.text ?? ''
  }

  function linkIn(text: string): string {
    const [link] = /https?:\/\/\S+/.exec(text) ?? []
    if (link === undefined) throw new Error(`no link in: ${text}`)
    return link
  }

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** The link in the newest mail to an address, once `count` mails have arrived there. */
    linkTo: async (address: string, count = 1) => linkIn(await newestTo(address, count)),
    /** The code and the link in a mail for signing in. */
    async codeTo(address: string, count = 1): Promise<{ code: string; link: string }> {
      const text = await newestTo(address, count)
      const [code = ''] = /\d{6}/.exec(text) ?? []
      return { code, link: linkIn(text) }
    },
    /** The text of the mail to an address with this subject, once it has arrived. */
    async textTo(address: string, subject: string): Promise<string> {
      const found = () => mailsTo(address).find((mail) => mail.subject === subject)
      const subjects = () => mailsTo(address).map((mail) => mail.subject)
      await expect.poll(subjects, { message: `mails to ${address}`, timeout: 20_000 }).toContain(subject)
      return found()?.text ?? ''
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

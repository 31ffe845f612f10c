import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished, vi } from 'vitest'

/** A real SMTP server on loopback that keeps what it is sent; it closes when the test is over. */
export interface MailServer {
  url: string
  /** In the order they came. */
  mails: Email[]
  /** Waits for mail number `count` (from 1) to one address, and answers it. */
  mailTo(address: string, count?: number): Promise<Email>
  /** Refuses connections until `open`. */
  close(): Promise<void>
  open(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = []
  let server = listen(0)
  onTestFinished(close)
  await once(server.server, 'listening')
  const own = (server.server.address() as AddressInfo).port

  function listen(at: number): SMTPServer {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk) => chunks.push(chunk))
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            mails.push(mail)
            done()
          }, done)
        })
      },
    })
    // Clients that give up on the way are none of a test's business.
    made.on('error', () => undefined)
    made.listen(at, '127.0.0.1')
    return made
  }

  function close(): Promise<void> {
    return new Promise((resolve) => server.close(() => resolve()))
  }

  return {
    url: `smtp://127.0.0.1:${own}`,
    mails,
    mailTo: (address, count = 1) =>
      eventually(() => {
        const mail = mails.filter(({ to }) => to?.some((one) => one.address === address))[count - 1]
        if (mail === undefined) throw new Error(`${address} has not got ${count} mails`)
        return mail
      }),
    close,
    open: async () => {
      server = listen(own)
      await once(server.server, 'listening')
    },
  }
}

/** Waits until `check` does not throw; what the queue does takes its time. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 })
}

/** The user id and token of the link in a mail: what follows `/verify-email/` or `/reset-password/`. */
export function linkIn(mail: Email): { path: string; userId: string; token: string } {
  const [, kind, userId = '', token = ''] =
    /\/(verify-email|reset-password)\/(\d+)\/([\w-]+)/.exec(mail.text ?? '') ?? []
  if (kind === undefined) throw new Error(`no link in: ${mail.text}`)
  return { path: `/api/users/${kind}/${userId}/${token}`, userId, token }
}

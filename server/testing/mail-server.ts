import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, vi } from 'vitest'
import { markEmailVerified } from '#server/features/accounts/users.repository.ts'
import { type Person, startApp } from './app.ts'

/** A real SMTP server on loopback that collects mails, until the end of the test. */
export interface MailServer {
  url: string
  /** In the order received. */
  mails: Email[]
  /** Waits for mail number `count` (from 1) to an address and returns it. */
  mailTo(address: string, count?: number): Promise<Email>
  /** Refuses connections until `open`. */
  close(): Promise<void>
  open(): Promise<void>
}

/** The app with such a server, and people with a verified email. */
export async function startWithMail(env: Record<string, string> = {}) {
  const mail = await startMailServer()
  const settings = { SMTP_URL: mail.url, PUBLIC_URL: 'https://ruam.example', ...env }
  const started = await startApp(settings, { worker: true })

  /** A user with a verified email. */
  async function addHolder(given = {}): Promise<Person> {
    const person = await started.addUser(given)
    await markEmailVerified(started.db, person.id, started.clock.now)
    return person
  }

  /** Waits until all due mails have been sent. */
  async function allSent(): Promise<void> {
    await started.doWhatIsDue()
    await eventually(async () => {
      expect((await started.db.pool.query('SELECT FROM unconfirmed_tickets')).rowCount).toBe(0)
      expect((await started.db.pool.query('SELECT FROM graphile_worker.jobs')).rowCount).toBe(0)
    })
  }

  async function mailTo(address: string, count?: number): Promise<Email> {
    await started.doWhatIsDue()
    return mail.mailTo(address, count)
  }

  return { ...started, mail: { ...mail, mailTo }, addHolder, allSent }
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
      // Clients keep idle connections open, and a closing server waits for them.
      closeTimeout: 100,
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
    // Aborted connections are not errors.
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

/** Waits until `check` no longer throws, because jobs run in the background. */
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

import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { JobInfo } from '#server/lib/jobs/jobs.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import type { Mail } from './outbox.ts'
import { MailServerAway, openSmtp } from './smtp.ts'

export interface Mailer {
  /** Sends one mail, once. An error begins with `serverAway` unless the server refused this mail; so does one of the folder that
   *  mails are stored in. */
  send(mail: Mail, job: JobInfo): Promise<void>
  /** Whether the mail server takes mail now. */
  isReachable(): Promise<boolean>
  /** Greets the mail server and logs in, without a mail. Throws why it cannot be used. */
  greet(): Promise<void>
  /** Ends the connections that are kept for the next mails. */
  close(): Promise<void>
}

/** In bytes. */
const longMail = 256 * 1024

/** Mail goes out over SMTP where SMTP_URL is set; else each mail becomes a file in the data folder. */
export function openMailer(settings: Settings): Mailer {
  return settings.SMTP_URL === undefined ? fileMailer(settings) : smtpMailer(settings, settings.SMTP_URL)
}

/** Where mails are stored while there is no mail server, as an absolute path. */
export function mailFolder(settings: Settings): string {
  return path.resolve(settings.DATA_DIR, 'mail')
}

function smtpMailer(settings: Settings, url: string): Mailer {
  const smtp = openSmtp(url, settings.SMTP_CONNECTIONS)
  return {
    send: (mail, job) => smtp.send(message(settings, mail, job), job.signal),
    isReachable: () =>
      smtp.greet().then(
        () => true,
        () => false,
      ),
    greet: smtp.greet,
    close: smtp.close,
  }
}

function fileMailer(settings: Settings): Mailer {
  const folder = mailFolder(settings)
  return {
    async send(mail, job) {
      const { createTransport } = await import('nodemailer')
      const { message: content } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
        message(settings, mail, job),
      )
      const file = `${new Date().toISOString().replaceAll(/[-:.]/g, '')}-${job.id}.eml`
      await store(path.join(folder, file), content as Buffer).catch((error) => {
        throw new MailServerAway((error as Error).message)
      })
      await removeOldest(folder, settings.KEEP_MAILS)
    },
    isReachable: () => canStore(folder),
    greet: async () => undefined,
    close: async () => undefined,
  }
}

/** All of a file or nothing, and on the disk when it returns. */
async function store(file: string, content: Buffer): Promise<void> {
  const part = `${file}.part`
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(part, content, { mode: 0o600, flush: true })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Whether the folder takes as much as a long mail. */
function canStore(folder: string): Promise<boolean> {
  const probe = path.join(folder, 'probe')
  return store(probe, Buffer.alloc(longMail))
    .then(() => rm(probe, { force: true }))
    .then(
      () => true,
      () => false,
    )
}

/** Names begin with the time; what a killed process left half written counts too. */
async function removeOldest(folder: string, keep: number): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /^\d{8}T\d{9}Z-/.test(name)).sort()
  for (const name of files.slice(0, -keep)) await rm(path.join(folder, name), { force: true })
}

function message(settings: Settings, { stopAt, ...mail }: Mail, job: JobInfo) {
  const { hostname } = new URL(publicUrl(settings, '/'))
  return {
    ...mail,
    to: { name: '', address: mail.to },
    from: settings.MAIL_FROM ?? { name: settings.BRAND_NAME, address: `no-reply@${hostname}` },
    // Equal for an equal mail that is tried again, so that a mailbox can tell a duplicate.
    messageId: `<${job.id}.${createHash('sha256').update(mail.text).digest('hex').slice(0, 16)}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(stopAt && stopHeaders(stopAt)) },
  }
}

/** A mail program's own button to stop mails (RFC 2369, RFC 8058). */
function stopHeaders(stopAt: string) {
  return { 'List-Unsubscribe': `<${stopAt}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

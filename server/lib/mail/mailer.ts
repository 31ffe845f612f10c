import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Language } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import type { JobInfo } from '#server/lib/jobs/jobs.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { mailTexts } from './mail-layout.tsx'
import type { Mail } from './outbox.ts'
import { MailServerAway, openSmtp } from './smtp.ts'

export interface Mailer {
  /** Sends a mail, once. Errors start with `serverAway` unless the server refused this mail; this is true for a mail folder
   *  too. */
  send(mail: Mail, job: JobInfo): Promise<void>
  /** Whether the mail server accepts mail now. */
  isReachable(): Promise<boolean>
  /** Connects to the mail server and logs in, without sending. Throws why it cannot be used. */
  greet(): Promise<void>
  /** Closes the connections that are kept open. */
  close(): Promise<void>
}

/** In bytes. */
const longMail = 256 * 1024

/** Sends mail over SMTP if SMTP_URL is set; otherwise stores each mail as a file in the data folder. */
export function openMailer(settings: Settings): Mailer {
  return settings.SMTP_URL === undefined ? fileMailer(settings) : smtpMailer(settings, settings.SMTP_URL)
}

/** Where mails are stored without a mail server, as an absolute path. */
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

/** Writes the whole file or nothing; it is on disk when this returns. */
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

/** Whether the folder can store a long mail. */
function canStore(folder: string): Promise<boolean> {
  const probe = path.join(folder, 'probe')
  return store(probe, Buffer.alloc(longMail))
    .then(() => rm(probe, { force: true }))
    .then(
      () => true,
      () => false,
    )
}

/** Names start with the time. Includes files that a killed process left incomplete. */
async function removeOldest(folder: string, keep: number): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /^\d{8}T\d{9}Z-/.test(name)).sort()
  for (const name of files.slice(0, -keep)) await rm(path.join(folder, name), { force: true })
}

/** The name that mail programs show as the sender's. */
export function fromName(
  { BRAND_NAME: brand }: Pick<Settings, 'BRAND_NAME'>,
  language: Language,
  sender?: string,
): string {
  return sender ? fill(mailTexts[language].via, { sender, brand }) : brand
}

function message(settings: Settings, { stopAt, sender, language = 'en', ...mail }: Mail, job: JobInfo) {
  const { hostname } = new URL(publicUrl(settings, '/'))
  return {
    ...mail,
    to: { name: '', address: mail.to },
    from: fromOf(settings, language, sender, hostname),
    // The same for every attempt, so that a mailbox can detect duplicates.
    messageId: `<${job.id}.${createHash('sha256').update(mail.text).digest('hex').slice(0, 16)}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(stopAt && stopHeaders(stopAt)) },
  }
}

function fromOf(settings: Settings, language: Language, sender: string | undefined, hostname: string) {
  const { MAIL_FROM } = settings
  if (MAIL_FROM !== undefined && sender === undefined) return MAIL_FROM
  const address = /[^\s@<>]+@[^\s@<>]+/.exec(MAIL_FROM ?? '')?.[0] ?? `no-reply@${hostname}`
  return { name: fromName(settings, language, sender), address }
}

/** The mail program's own unsubscribe button (RFC 2369, RFC 8058). */
function stopHeaders(stopAt: string) {
  return { 'List-Unsubscribe': `<${stopAt}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

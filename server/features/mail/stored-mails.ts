import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Email } from 'postal-mime'
import { mailFolder } from '#server/lib/mail/mailer.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** A mail stored as a file because there is no mail server. */
export interface StoredMail {
  /** The file's name. */
  name: string
  mail: Email
}

const mostListed = 200

/** Newest first. */
export async function listStoredMails(settings: Settings): Promise<StoredMail[]> {
  const files = await readdir(mailFolder(settings)).catch(() => [])
  // Names start with the time.
  const newest = files.filter(isMailFile).sort().reverse().slice(0, mostListed)
  const mails = await Promise.all(newest.map((name) => readStoredMail(settings, name)))
  return mails.filter((mail) => mail !== null)
}

export async function readStoredMail(settings: Settings, name: string): Promise<StoredMail | null> {
  if (!isMailFile(name)) return null
  const content = await readFile(path.join(mailFolder(settings), name)).catch(() => null)
  if (content === null) return null
  const { default: PostalMime } = await import('postal-mime')
  return { name, mail: await PostalMime.parse(content) }
}

/** Deletes the mails to an address that were stored before `before` (ISO 8601). */
export async function forgetMails(settings: Settings, address: string, before: string): Promise<void> {
  const stamp = before.replaceAll(/[-:.]/g, '')
  const files = await readdir(mailFolder(settings)).catch(() => [])
  for (const name of files.filter((file) => isMailFile(file) && file < stamp)) {
    const stored = await readStoredMail(settings, name)
    const isTheirs = stored?.mail.to?.some((one) => one.address?.toLowerCase() === address.toLowerCase())
    if (isTheirs) await rm(path.join(mailFolder(settings), name), { force: true })
  }
}

function isMailFile(name: string): boolean {
  return /^[\w-]+\.eml$/.test(name)
}

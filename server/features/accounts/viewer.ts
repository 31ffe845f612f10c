import * as m from '#messages/answers.json'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** `id` is null for a visitor. `emailDomain` is null unless the viewer's email counts (docs/rules.md, Events). */
export interface Viewer {
  id: number | null
  emailDomain: string | null
  /** The key of an unlisted event's link, where one event is asked for. */
  linkKey?: string | undefined
}

/** Whose email admits them to private events. Without a mail server nobody can verify an email, so every email counts. */
export type CountedEmails = 'verified' | 'all'

export function countedEmails(settings: Settings): CountedEmails {
  return settings.SMTP_URL === undefined ? 'all' : 'verified'
}

/** Whether an account's email counts as its owner's: it may only have been typed, and accounts made with LINE may have none. */
export function emailCounts(
  settings: Settings,
  { email, email_verified_at }: Pick<SignedInUser, 'email' | 'email_verified_at'>,
): boolean {
  return email !== '' && (countedEmails(settings) === 'all' || email_verified_at !== null)
}

/** Only people with a verified address may send mails to others. Throws `email_not_verified`. */
export function requireEmail(settings: Settings, user: Pick<SignedInUser, 'email' | 'email_verified_at'>): void {
  if (emailCounts(settings, user)) return
  const message = m.emailMissing
  throw new AppError('email_not_verified', user.email === '' ? { message } : {})
}

export function viewerOf(settings: Settings, user: SignedInUser | null): Viewer {
  if (user === null) return { id: null, emailDomain: null }
  return { id: user.id, emailDomain: emailCounts(settings, user) ? emailDomain(user.email) : null }
}

/** The part of an email behind the `@`, in lower case. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

import type { SignedInUser } from '#server/lib/api.ts'
import type { Reader } from './events.sql.ts'

/** Who reads events. Without configured mail nobody can verify an email, so every email counts. */
export function readerOf(user: SignedInUser | null): Reader {
  return { id: user?.id ?? null, emailDomain: user === null ? null : emailDomain(user.email) }
}

/** What stands behind the `@`, in lower case. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

import { composeMail } from '#server/lib/mail/mail-layout.tsx'
import type { Mail } from '#server/lib/mail/outbox.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** `cancelled` counts the tickets that were cancelled with the account. */
export function accountDeletedMail(
  settings: Settings,
  { email, username }: { email: string; username: string },
  cancelled: number,
): Mail {
  return composeMail(settings, {
    to: email,
    subject: `Your ${settings.BRAND_NAME} account was deleted`,
    paragraphs: [
      `Hello ${username},`,
      'your account has been deleted, with your profile, pictures, comments, likes and bookmarks. This cannot be undone.',
      ...ticketsCancelled(cancelled),
      'We will not email this address again.',
    ],
    note: 'If it was not you, contact the operator of this site at once.',
  })
}

function ticketsCancelled(count: number): string[] {
  if (count === 0) return []
  return [
    count === 1
      ? 'Your ticket for an upcoming event was cancelled, and its seat is free again.'
      : `Your ${count} tickets for upcoming events were cancelled, and their seats are free again.`,
  ]
}

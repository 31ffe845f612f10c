import { composeMail } from '#server/lib/mail/mail-layout.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** The last mail to somebody whose account is deleted; `cancelled` counts the tickets that were cancelled with it. */
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
      'your account was deleted just now, with your profile, your pictures, your comments, and all that you liked and bookmarked. This cannot be undone.',
      ...ticketsCancelled(cancelled),
      'Nothing else will be sent to this address.',
    ],
    note: 'If it was not you, write to whoever runs this site at once.',
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

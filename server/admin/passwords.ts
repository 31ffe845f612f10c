import { randomInt } from 'node:crypto'
import { forgetFailures } from '#server/features/accounts/account-guard.ts'
import { passwordChangedMail } from '#server/features/accounts/accounts.mails.ts'
import { deleteLinks } from '#server/features/accounts/email-links.repository.ts'
import { endSessionsOf } from '#server/features/accounts/sessions.repository.ts'
import {
  lockUser,
  selectCredentials,
  selectProfile,
  updatePassword,
} from '#server/features/accounts/users.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'

/** The letters and digits of new passwords: those that are not mistaken for one another when read aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Gives somebody a new random password, which stands in the answer and nowhere else, and ends all their sessions. They
 *  are told by mail that it was changed. */
export async function resetPassword(ctx: Context, name: string): Promise<string> {
  const found = await selectCredentials(ctx.db, name)
  if (found === null) throw new Error(`Nobody has the username or email "${name}".`)
  const now = ctx.now()
  const user = await selectProfile(ctx.db, found.id, now)
  const password = newPassword()
  const passwordHash = await hashPassword(password)

  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await updatePassword(tx, user.id, passwordHash)
    await deleteLinks(tx, user.id)
    await endSessionsOf(tx, user.id, now)
    await enqueueMail(tx, passwordChangedMail(ctx.settings, user))
  })
  await forgetFailures(ctx, user.id)
  return `The new password of ${user.username} is ${password} and is shown this once. All sessions have ended.`
}

/** Four groups of four: 79 bits. */
function newPassword(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

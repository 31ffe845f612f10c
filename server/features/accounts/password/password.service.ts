import type { PasswordChange } from '#contract/accounts/password.ts'
import { passwordChangedHereMail } from '#server/features/accounts/email-links/email-links.mails.ts'
import { deleteResetLink } from '#server/features/accounts/email-links/email-links.repository.ts'
import { refuseEasyPassword, wordsOf } from '#server/features/accounts/guard/easy-passwords.ts'
import { proveOwner } from '#server/features/accounts/guard/owner-proof.ts'
import { endOtherSessions } from '#server/features/accounts/sessions/sessions.repository.ts'
import { emailCounts } from '#server/features/accounts/users/reader.ts'
import { lockPassword, lockUser, updatePassword } from '#server/features/accounts/users/users.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'

/** Sets a new password for whoever knows the old one, ends their other sessions, and tells them by mail where their email
 *  counts as theirs. A link to set a password that was mailed before is good no more. Throws what `proveOwner` and `refuseEasyPassword` throw. */
export async function change(
  ctx: Context,
  user: SignedInUser,
  { current_password, new_password }: PasswordChange,
  address: string,
): Promise<void> {
  await refuseEasyPassword('new_password', new_password, [...wordsOf(user), ctx.settings.BRAND_NAME])
  const proof = await proveOwner(ctx, user, { current_password }, { address, verifyGoogleToken: null })
  const passwordHash = await hashPassword(new_password)
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    // Another password may have been set a moment ago.
    if (!(await lockPassword(tx, user.id, proof.passwordHash))) throw new AppError('wrong_password')
    await updatePassword(tx, user.id, passwordHash)
    await deleteResetLink(tx, user.id)
    await endOtherSessions(tx, user.id, user.session_id, ctx.now())
    if (emailCounts(ctx.settings, user)) await enqueueMail(tx, passwordChangedHereMail(ctx.settings, user))
  })
}

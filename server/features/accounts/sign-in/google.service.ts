import { randomInt } from 'node:crypto'
import { usernameLength } from '#contract/accounts/auth.ts'
import { Email } from '#contract/fields.ts'
import { passwordRemovedMail } from '#server/features/accounts/email-links/email-links.mails.ts'
import { deleteLinks } from '#server/features/accounts/email-links/email-links.repository.ts'
import { endSessionsOf } from '#server/features/accounts/sessions/sessions.repository.ts'
import {
  insertGoogleUser,
  lockUserOfEmail,
  selectIdOfGoogleSub,
  updateGoogleSub,
} from '#server/features/accounts/users/google-users.repository.ts'
import { clearPassword, markEmailVerified } from '#server/features/accounts/users/users.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { type Db, sqlState } from '#server/lib/postgres/database.ts'
import type { GoogleIdentity } from '#server/lib/security/google.ts'

const uniqueViolation = '23505'
const attempts = 5

/** The id of the account of a Google identity, made if there is none. Throws `google_email_unverified`. */
export async function accountOf(ctx: Context, google: GoogleIdentity): Promise<number> {
  if (!google.email_verified) throw new AppError('google_email_unverified')
  if (!Email.safeParse(google.email).success) throw new AppError('google_token_invalid')
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction((tx) => findOrMake(ctx, tx, google, attempt))
    } catch (error) {
      // Somebody took the name or the address, or made the same account, a moment ago: look again.
      if (sqlState(error) !== uniqueViolation || attempt === attempts) throw error
    }
  }
}

/** Looks by Google's lasting name for the account first, because its address may have changed there, or here. */
async function findOrMake(ctx: Context, tx: Db, google: GoogleIdentity, attempt: number): Promise<number> {
  const linked = await selectIdOfGoogleSub(tx, google.sub)
  if (linked !== null) return linked

  const owner = await lockUserOfEmail(tx, google.email)
  if (owner === null) {
    return insertGoogleUser(tx, { ...google, username: usernameFor(google, attempt) }, ctx.now())
  }
  if (owner.email_verified_at === null) {
    // Whoever made this account never showed that the address is theirs, and now its owner comes.
    const hadPassword = await clearPassword(tx, owner.id)
    await endSessionsOf(tx, owner.id, ctx.now())
    await deleteLinks(tx, owner.id)
    await markEmailVerified(tx, owner.id, ctx.now())
    if (hadPassword) await enqueueMail(tx, passwordRemovedMail(ctx.settings, owner))
  }
  await updateGoogleSub(tx, owner.id, google.sub)
  return owner.id
}

/**
 * A username for somebody who comes with Google for the first time: the ASCII letters of their name, with random digits
 * from the second `attempt` on, more each time. Others read usernames, so it says nothing of the email: a name whose
 * letters are those of the address gives way to the given name alone, and that to a neutral word.
 */
function usernameFor(google: Pick<GoogleIdentity, 'given_name' | 'family_name' | 'email'>, attempt: number) {
  const address = lettersOf(google.email.split('@')[0] ?? '')
  const names = [lettersOf(google.given_name + google.family_name), lettersOf(google.given_name)]
  const name = names.find((letters) => letters.length >= usernameLength.min && letters !== address)
  if (name !== undefined && attempt === 1) return name
  const digits = randomInt(10 ** (attempt + 2), 10 ** (attempt + 3))
  return `${name ?? 'guest'}${digits}`
}

/** The ASCII letters of a text without their accents, in lower case, at most 100. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
    .slice(0, 100)
}

import { randomInt } from 'node:crypto'
import { type SignedIn, usernameLength } from '#contract/accounts/auth.ts'
import { Email } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import { otherAccountMail, passwordRemovedMail } from '#server/features/accounts/accounts.mails.ts'
import { deleteLinks } from '#server/features/accounts/email-links.repository.ts'
import { endAccess, start, type UserAgent } from '#server/features/accounts/sessions.service.ts'
import { signedIn } from '#server/features/accounts/sign-in.service.ts'
import {
  clearPassword,
  insertPasswordlessUser,
  lockUserOfEmail,
  markEmailVerified,
  type NewPasswordlessUser,
  type Recipient,
  removeTypedEmail,
  selectIdOfGoogleSub,
  updateGoogleSub,
  updateLanguage,
  updateLineSub,
} from '#server/features/accounts/users.repository.ts'
import { deleteFeedSecret } from '#server/features/tickets/store/tickets.repository.ts'
import { deleteWebhooksOf } from '#server/features/webhooks/webhooks.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { type Db, sqlState } from '#server/lib/postgres/database.ts'
import type { GoogleIdentity } from '#server/lib/security/google.ts'

/** Someone who has just proven that an email is theirs; `google_sub` if Google says so. */
export type Proven = Omit<NewPasswordlessUser, 'username' | 'email_verified_at' | 'line_sub'>

const uniqueViolation = '23505'
const attempts = 5

/** Signs in with a Google identity, and creates an account if there is none. Throws `google_email_unverified`. */
export async function signInWithGoogle(
  ctx: Context,
  google: GoogleIdentity,
  { userAgent, language }: { userAgent: UserAgent; language: Language },
): Promise<SignedIn> {
  if (!google.email_verified) throw new AppError('google_email_unverified')
  if (!Email.safeParse(google.email).success) throw new AppError('google_token_invalid')
  const { sub, email, given_name, family_name } = google
  const userId = await forNewAccounts(ctx, async (tx, attempt) => {
    // Google's permanent id first, because the address may have changed there or here.
    const linked = await selectIdOfGoogleSub(tx, sub)
    return linked ?? accountOf(ctx, tx, { email, given_name, family_name, google_sub: sub, language }, attempt)
  })
  return signedIn(ctx, userId, await start(ctx, userId, userAgent), language)
}

/** Runs `work` in a transaction, and again if someone else took the name or the address a moment ago. */
export async function forNewAccounts<T>(ctx: Context, work: (tx: Db, attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction((tx) => work(tx, attempt))
    } catch (error) {
      if (sqlState(error) !== uniqueViolation || attempt === attempts) throw error
    }
  }
}

/** The id of the account with this email; creates it if there is none. Throws `name_needed` if a new one would have no
 *  name; Google's may. */
export async function accountOf(ctx: Context, tx: Db, person: Proven, attempt: number): Promise<number> {
  const owner = await ownerOf(ctx, tx, person)
  if (owner === null) {
    if (person.given_name === '' && person.google_sub === null) throw new AppError('name_needed')
    const user = { ...person, username: usernameFor(person, attempt), email_verified_at: ctx.now(), line_sub: null }
    return insertPasswordlessUser(tx, user, ctx.now())
  }
  if (owner.email_verified_at === null) await takeOver(ctx, tx, owner, person)
  if (person.google_sub !== null) await updateGoogleSub(tx, owner.id, person.google_sub)
  return owner.id
}

/** Who has this email. Somebody who signs in with LINE and has only typed it keeps their account, without it; whoever has proven it
 *  reads so, because it may be the same person. */
async function ownerOf({ settings }: Context, tx: Db, { email, language }: Proven): Promise<Recipient | null> {
  const owner = await lockUserOfEmail(tx, email)
  if (owner === null || !(await removeTypedEmail(tx, owner.id))) return owner
  await deleteLinks(tx, owner.id)
  await enqueueMail(tx, otherAccountMail(settings, email, language))
  return null
}

/** Whoever made the account never verified the address, and now its owner signs in: everything that lets the former in, or
 *  tells their programs something, ends. */
async function takeOver(ctx: Context, tx: Db, owner: Recipient, { google_sub, language }: Proven): Promise<void> {
  const hadPassword = await clearPassword(tx, owner.id)
  await updateGoogleSub(tx, owner.id, null)
  await updateLineSub(tx, owner.id, null)
  await endAccess(tx, owner.id, ctx.now())
  await deleteFeedSecret(tx, owner.id)
  await deleteWebhooksOf(tx, owner.id)
  await markEmailVerified(tx, owner.id, ctx.now())
  await updateLanguage(tx, owner.id, language)
  const way = google_sub === null ? 'email' : 'Google'
  if (hadPassword) await enqueueMail(tx, passwordRemovedMail(ctx.settings, { ...owner, language }, way))
}

/**
 * A username for a new account: the letters of the name, with random digits from the second `attempt` on, more each
 * time. Usernames are public, so it must not reveal the email: if the name's letters equal those of the address it is the
 * given name only, or else a neutral word.
 */
export function usernameFor(
  { given_name, family_name, email }: Omit<Proven, 'google_sub' | 'language'>,
  attempt: number,
) {
  const address = lettersOf(email.split('@')[0] ?? '')
  const names = [lettersOf(given_name + family_name), lettersOf(given_name)]
  const name = names.find((letters) => letters.length >= usernameLength.min && letters !== address)
  if (name !== undefined && attempt === 1) return name
  const digits = randomInt(10 ** (attempt + 2), 10 ** (attempt + 3))
  return `${name ?? 'guest'}${digits}`
}

/** The letters of a text in any script, without accents, in lower case, at most 100. */
function lettersOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    // NFKD takes the Thai vowel am apart, and NFC does not put it together again.
    .replaceAll('\u0E4D\u0E32', '\u0E33')
    .replace(/[^\p{L}\p{M}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
  return [...plain].slice(0, 100).join('')
}

import { randomInt } from 'node:crypto'
import { type NewAccount, type SignedIn, usernameLength } from '#contract/accounts/auth.ts'
import { Email, fieldProblem } from '#contract/fields.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { type Db, sqlState, violates } from '#server/lib/postgres/database.ts'
import type { GoogleIdentity } from '#server/lib/security/google.ts'
import { hashPassword, isPassword } from '#server/lib/security/passwords.ts'
import { type Attempt, guardLogin, refuseEasyPassword, wordsOf } from './account-guard.ts'
import { passwordRemovedMail } from './accounts.mails.ts'
import { deleteLinks } from './email-links.repository.ts'
import { requestLink } from './email-links.service.ts'
import { endSessionsOf } from './sessions.repository.ts'
import * as sessions from './sessions.service.ts'
import {
  clearPassword,
  insertGoogleUser,
  insertUser,
  isShownUsername,
  lockPassword,
  lockUserOfEmail,
  markEmailVerified,
  selectCredentials,
  selectIdOfGoogleSub,
  selectSignedIn,
  updateGoogleSub,
} from './users.repository.ts'

/** Makes an account and has the link mailed that verifies its email. A taken username is refused by name. A taken email is
 *  refused as one of the two, and only a few times a minute to one IP address. `next`: where the link leads back to. */
export async function register(
  ctx: Context,
  form: NewAccount,
  { address, next }: { address: string; next?: string | undefined },
) {
  await ctx.limits.refuseSpent('taken_address', address)
  await refuseEasyPassword('password', form.password, [...wordsOf(form), ctx.settings.BRAND_NAME])
  refuseForeignAddress(form)
  const { password, password2: _, ...person } = form
  const password_hash = await hashPassword(password)
  try {
    return await ctx.db.transaction(async (tx) => {
      const user = await insertUser(tx, { ...person, password_hash })
      await requestLink(tx, { kind: 'verify', email: person.email, next })
      return user
    })
  } catch (error) {
    if (violates(error, 'users_username_key')) throw new AppError('username_taken')
    if (!violates(error, 'users_email_key')) throw error
    await ctx.limits.allows('taken_address', address)
    throw new AppError('account_exists')
  }
}

/** Refuses what registering would refuse of these two, but for usernames that nobody else reads. */
export async function check(ctx: Context, { username, password }: Pick<NewAccount, 'username' | 'password'>) {
  if (await isShownUsername(ctx.db, username)) throw new AppError('username_taken')
  await refuseEasyPassword('password', password, [username, ctx.settings.BRAND_NAME])
}

/** Login takes a username or an email, so nobody may take another person's address as a username. */
export function refuseForeignAddress({ username, email }: Pick<NewAccount, 'username' | 'email'>) {
  const isAddress = Email.safeParse(username).success
  if (isAddress && username.toLowerCase() !== email.toLowerCase()) {
    throw invalidFields([fieldProblem('username', 'An email address as username must be your own.')])
  }
}

/** Signs in by username or email. A wrong name and a wrong password are refused alike, in the same time; that an email is
 *  not verified yet is said only to whoever knows the password. */
export async function login(
  ctx: Context,
  attempt: Attempt,
  password: string,
  userAgent: sessions.UserAgent,
): Promise<SignedIn> {
  const name = attempt.name.trim()
  const found = await selectCredentials(ctx.db, name)
  const user = await guardLogin(ctx, { ...attempt, name }, found?.id ?? null, async () =>
    (await isPassword(password, found?.password_hash ?? null)) ? found : null,
  )
  if (user === null) throw new AppError('wrong_credentials')
  if (ctx.settings.SMTP_URL && user.email_verified_at === null) throw new AppError('email_not_verified')

  const tokens = await ctx.db.transaction(async (tx) => {
    // A new password may have been set while the old one was checked.
    if (!(await lockPassword(tx, user.id, user.password_hash))) throw new AppError('wrong_credentials')
    return sessions.start(ctx, user.id, userAgent, tx)
  })
  return signedIn(ctx, user.id, tokens)
}

/** Signs in whoever Google says somebody is. */
export async function loginWithGoogle(
  ctx: Context,
  google: GoogleIdentity,
  userAgent: sessions.UserAgent,
): Promise<SignedIn> {
  const userId = await accountOf(ctx, google)
  return signedIn(ctx, userId, await sessions.start(ctx, userId, userAgent))
}

async function signedIn(ctx: Context, userId: number, { access, refresh }: sessions.Tokens): Promise<SignedIn> {
  return { access_token: access, refresh_token: refresh, ...(await selectSignedIn(ctx.db, userId)) }
}

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

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

/** Creates an account and mails a verification link. A taken username is refused by name; a taken email is refused as
 *  one of the two, and only a few times a minute per IP address. `next`: where the link leads afterwards. */
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

/** Refuses what registering would refuse, except usernames that others never see. */
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

/** Wrong names and wrong passwords are refused alike, in the same time; that an email is not verified is revealed only
 *  with the right password. */
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
    // A new password may have been set during the check of the old one.
    if (!(await lockPassword(tx, user.id, user.password_hash))) throw new AppError('wrong_credentials')
    return sessions.start(ctx, user.id, userAgent, tx)
  })
  return signedIn(ctx, user.id, tokens)
}

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

/** The account's id for a Google identity; creates an account if there is none. Throws `google_email_unverified`. */
export async function accountOf(ctx: Context, google: GoogleIdentity): Promise<number> {
  if (!google.email_verified) throw new AppError('google_email_unverified')
  if (!Email.safeParse(google.email).success) throw new AppError('google_token_invalid')
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction((tx) => findOrMake(ctx, tx, google, attempt))
    } catch (error) {
      // Someone else took the name or the address a moment ago: look again.
      if (sqlState(error) !== uniqueViolation || attempt === attempts) throw error
    }
  }
}

/** Looks for Google's permanent id first, because the address may have changed there or here. */
async function findOrMake(ctx: Context, tx: Db, google: GoogleIdentity, attempt: number): Promise<number> {
  const linked = await selectIdOfGoogleSub(tx, google.sub)
  if (linked !== null) return linked

  const owner = await lockUserOfEmail(tx, google.email)
  if (owner === null) {
    return insertGoogleUser(tx, { ...google, username: usernameFor(google, attempt) }, ctx.now())
  }
  if (owner.email_verified_at === null) {
    // The account's creator never verified the address, and now its owner signs in.
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
 * A username for a new Google user: the ASCII letters of their name, with random digits from the second `attempt` on, more
 * each time. Usernames are public, so it must not reveal the email: if the name's letters equal those of the address it is
 * the given name only, or else a neutral word.
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

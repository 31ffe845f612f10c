import type { NewAccount, SignedIn } from '#contract/accounts/auth.ts'
import { Email, fieldProblem } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import * as m from '#messages/answers.json'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import { violates } from '#server/lib/postgres/database.ts'
import { hashPassword, isPassword } from '#server/lib/security/passwords.ts'
import { type Attempt, guardLogin, refuseEasyPassword, wordsOf } from './account-guard.ts'
import { requestLink } from './email-links.service.ts'
import * as sessions from './sessions.service.ts'
import {
  fillLanguage,
  insertUser,
  isShownUsername,
  lockPassword,
  selectCredentials,
  selectSignedIn,
} from './users.repository.ts'

/** Creates an account and mails a verification link. A taken username is refused by name; a taken email is refused as
 *  one of the two, and only a few times a minute per IP address. `next`: where the link leads afterwards. */
export async function register(
  ctx: Context,
  form: NewAccount,
  { address, language, next }: { address: string; language: Language; next?: string | undefined },
) {
  await ctx.limits.refuseSpent('taken_address', address)
  await refuseEasyPassword('password', form.password, [...wordsOf(form), ctx.settings.BRAND_NAME])
  refuseForeignAddress(form)
  const { password, password2: _, ...person } = form
  const password_hash = await hashPassword(password)
  try {
    return await ctx.db.transaction(async (tx) => {
      const user = await insertUser(tx, { ...person, password_hash, language })
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
    throw invalidFields([fieldProblem('username', m.usernameIsEmail)])
  }
}

/** Wrong names and wrong passwords are refused alike, in the same time; that an email is not verified is revealed only
 *  with the right password. */
export async function login(
  ctx: Context,
  attempt: Attempt,
  password: string,
  { userAgent, language }: { userAgent: sessions.UserAgent; language: Language },
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
  return signedIn(ctx, user.id, tokens, language)
}

/** The answer to a sign-in. An account without a language gets that of the page. */
export async function signedIn(
  ctx: Context,
  userId: number,
  { access, refresh }: sessions.Tokens,
  language: Language,
): Promise<SignedIn> {
  const user = await selectSignedIn(ctx.db, userId)
  const stored = user.language ?? (await fillLanguage(ctx.db, userId, language))
  return { access_token: access, refresh_token: refresh, ...user, language: stored }
}

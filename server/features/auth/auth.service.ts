import { createHash } from 'node:crypto'
import type { Registration, SignedIn } from '#contract/auth.ts'
import { Email, fieldProblem } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import { isOrganizer } from '#server/features/organizers/organizers.repository.ts'
import { insertUser, selectCredentials } from '#server/features/users/users.repository.ts'
import { AppError, invalidFields } from '#server/lib/app-error.ts'
import { violates } from '#server/lib/database.ts'
import { hashPassword, isPassword } from '#server/lib/passwords.ts'
import { isCommonPassword } from './common-passwords.ts'
import * as sessions from './sessions.service.ts'

/** Makes an account. A taken username is named; of a taken email only that one of the two is taken. */
export async function register(ctx: Context, form: Registration) {
  if (await isCommonPassword(form.password)) {
    throw invalidFields([fieldProblem('password', 'This password is too common. Choose another one.')])
  }
  refuseForeignAddress(form)
  const { password, password2: _, ...person } = form
  const password_hash = await hashPassword(password)
  try {
    return await insertUser(ctx.db, { ...person, password_hash })
  } catch (error) {
    if (violates(error, 'users_username_key')) throw new AppError('username_taken')
    if (violates(error, 'users_email_key')) throw new AppError('account_exists')
    throw error
  }
}

/** Login takes a username or an email, so nobody may take another person's address as a username. */
function refuseForeignAddress({ username, email }: Pick<Registration, 'username' | 'email'>) {
  const isAddress = Email.safeParse(username).success
  if (isAddress && username.toLowerCase() !== email.toLowerCase()) {
    throw invalidFields([fieldProblem('username', 'An email address as username must be your own.')])
  }
}

/** Signs in by username or email. A wrong name and a wrong password are refused alike, in the same time. */
export async function login(ctx: Context, name: string, password: string, address: string): Promise<SignedIn> {
  const account = createHash('sha256').update(`${name.trim().toLowerCase()} ${address}`).digest('hex')
  await ctx.limits.consume('login_account', account)

  const user = await selectCredentials(ctx.db, name.trim())
  const matches = await isPassword(password, user?.password_hash ?? null)
  if (user === null || !matches) throw new AppError('wrong_credentials')

  await ctx.limits.forget('login_account', account)
  const tokens = await sessions.start(ctx, user.id)
  return {
    access_token: tokens.access,
    refresh_token: tokens.refresh,
    id: user.id,
    username: user.username,
    status: (await isOrganizer(ctx.db, user.id)) ? 'Organizer' : 'Attendee',
    image_url: user.profile_picture,
  }
}

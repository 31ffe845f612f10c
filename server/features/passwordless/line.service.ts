import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedIn } from '#contract/accounts/auth.ts'
import { Email } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import { requireRecentSignIn } from '#server/features/accounts/account-guard.ts'
import { lineConnectedMail } from '#server/features/accounts/accounts.mails.ts'
import { requestLink } from '#server/features/accounts/email-links.service.ts'
import { start, type UserAgent } from '#server/features/accounts/sessions.service.ts'
import { signedIn } from '#server/features/accounts/sign-in.service.ts'
import {
  insertPasswordlessUser,
  lockUser,
  selectIdOfLineSub,
  selectProofs,
  selectRecipient,
  updateLineMessages,
  updateLineSub,
} from '#server/features/accounts/users.repository.ts'
import { emailCounts } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { JobInfo } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { enqueueMail, type Mail } from '#server/lib/mail/outbox.ts'
import { violates } from '#server/lib/postgres/database.ts'
import type { Line, LineIdentity, LineMessages, LineSecrets } from '#server/lib/security/line.ts'
import { hashOf } from '#server/lib/security/secrets.ts'
import { namesOf } from './codes.service.ts'
import { forNewAccounts, usernameFor } from './passwordless.service.ts'

interface Proof {
  browser: string
  code: string
  state: string
}

interface From {
  /** The site's scheme and host as the browser sees it. */
  origin: string
  userAgent: UserAgent
  /** Of the page, for an account without one. */
  language: Language
}

/** The address of LINE's page. Throws `line_unavailable`. */
export async function startLine(ctx: Context, line: Line, browser: string, { origin }: From): Promise<{ url: string }> {
  return { url: await line.start(secretsOf(ctx, browser), origin + paths.lineReturn) }
}

/** Throws `line_refused`, `line_unavailable` and `line_email_taken`. */
export async function signInByLine(ctx: Context, line: Line, proof: Proof, from: From): Promise<SignedIn> {
  const person = await identify(ctx, line, proof, from)
  const userId = await forNewAccounts(ctx, async (tx, attempt) => {
    const linked = await selectIdOfLineSub(tx, person.sub)
    if (linked !== null) return linked
    const email = Email.safeParse(person.email).success ? person.email : ''
    // LINE does not say that the email is verified, so it opens no account that exists.
    if (email !== '' && (await selectRecipient(tx, email)) !== null) throw new AppError('line_email_taken')
    const { language } = from
    const user = {
      ...namesOf(person.name),
      email,
      language,
      google_sub: null,
      line_sub: person.sub,
      email_verified_at: null,
    }
    const id = await insertPasswordlessUser(tx, { ...user, username: usernameFor(user, attempt) }, ctx.now())
    if (email !== '') await requestLink(tx, { kind: 'verify', email, language })
    return id
  })
  return signedIn(ctx, userId, await start(ctx, userId, from.userAgent), from.language)
}

/** Mails the owner if their email is verified. Throws `sign_in_needed`, `line_refused`, `line_unavailable` and
 *  `line_account_taken`. */
export async function connectLine(
  ctx: Context,
  line: Line,
  user: SignedInUser,
  proof: Proof,
  from: From,
): Promise<void> {
  const { sub } = await identify(ctx, line, proof, from)
  try {
    await ctx.db.transaction(async (tx) => {
      await lockUser(tx, user.id)
      await requireRecentSignIn(ctx, user, tx)
      await updateLineSub(tx, user.id, sub)
      if (user.email_verified_at !== null) await enqueueMail(tx, lineConnectedMail(ctx.settings, user))
    })
  } catch (error) {
    if (violates(error, 'users_line_sub_key')) throw new AppError('line_account_taken')
    throw error
  }
}

/** Throws `line_needed`, and `not_found` if none is connected. */
export async function disconnectLine(ctx: Context, user: SignedInUser): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if ((await selectProofs(tx, user.id)).line_sub === null) throw new AppError('not_found')
    if (!emailCounts(ctx.settings, user)) throw new AppError('line_needed')
    await updateLineSub(tx, user.id, null)
  })
}

/** Throws `line_unavailable`, and `not_found` if no account is connected. */
export async function setLineMessages(ctx: Context, messages: LineMessages, user: SignedInUser, on: boolean) {
  const { line_sub } = await selectProofs(ctx.db, user.id)
  if (line_sub === null) throw new AppError('not_found')
  if (on && !(await clearly(() => messages.isFriend(line_sub)))) {
    return { on: false, add_friend_url: await clearly(() => messages.friendUrl()) }
  }
  await updateLineMessages(ctx.db, user.id, on, ctx.now())
  return { on, add_friend_url: '' }
}

async function clearly<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new AppError('line_unavailable', { cause })
  }
}

async function identify(ctx: Context, line: Line, { browser, code, state }: Proof, from: From): Promise<LineIdentity> {
  const secrets = secretsOf(ctx, browser)
  const isOurs = timingSafeEqual(hashOf(state), hashOf(secrets.state))
  if (!isOurs) throw new AppError('line_refused')
  return line.identify(code, secrets, from.origin + paths.lineReturn, ctx.now())
}

/** Made from the browser's secret, so that nothing is stored while somebody is at LINE. LINE accepts a code once, for ten minutes. */
function secretsOf({ tokenSecret }: Context, browser: string): LineSecrets {
  const of = (purpose: string) =>
    createHmac('sha256', tokenSecret).update(`line ${purpose} ${browser}`).digest('base64url')
  return { state: of('state'), nonce: of('nonce'), verifier: of('verifier') }
}

/** Without a clear answer LINE is tried again with the same key; then the mail goes out. */
const mostAttempts = 3

/** Sends mails by LINE instead, to people who want that. Where LINE refuses or stays silent, the mail goes out. */
export function mailerByLine(mailer: Mailer, messages: LineMessages | null): Mailer {
  if (messages === null) return { ...mailer, send: (mail, job) => sendMail(mailer, mail, job) }
  return {
    ...mailer,
    async send(mail, job) {
      const { line } = mail
      if (line && job.attempt <= mostAttempts && (await isSent(messages, line, job))) return
      await sendMail(mailer, mail, job)
    },
  }
}

async function isSent(messages: LineMessages, { to, text }: NonNullable<Mail['line']>, job: JobInfo): Promise<boolean> {
  try {
    return (await messages.isFriend(to)) && (await messages.push(to, text, keyOf(job)))
  } catch (error) {
    if (job.attempt < mostAttempts) throw error
    return false
  }
}

/** People with LINE may have no email. */
async function sendMail(mailer: Mailer, { line: _, ...mail }: Mail, job: JobInfo): Promise<void> {
  if (mail.to !== '') await mailer.send(mail, job)
}

/** The same UUID for every attempt of a job. */
function keyOf({ id }: JobInfo): string {
  const hex = hashOf(`line message ${id}`).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

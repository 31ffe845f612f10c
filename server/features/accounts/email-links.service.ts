import type { PasswordReset } from '#contract/accounts/auth.ts'
import { eventAddress } from '#contract/events/event-links.ts'
import type { Language } from '#contract/language/languages.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { addJob, type JobInfo } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { type Db, violates } from '#server/lib/postgres/database.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { hashOf, newSecret } from '#server/lib/security/secrets.ts'
import { forgetFailures, refuseEasyPassword, wordsOf } from './account-guard.ts'
import {
  emailChangedMail,
  noPasswordMail,
  passwordChangedMail,
  resetPasswordMail,
  verifyEmailMail,
} from './accounts.mails.ts'
import { deleteGoodLink, isGoodLink, type LinkKind, upsertLink } from './email-links.repository.ts'
import { endAccess } from './sessions.service.ts'
import {
  hasOnlyLine,
  lockUser,
  markEmailVerified,
  restoreEmail,
  selectFormerRecipient,
  selectProfile,
  selectRecipient,
  updatePassword,
} from './users.repository.ts'

const hour = 3_600_000
const lifetime: Record<LinkKind, number> = { verify: 24 * hour, reset: hour, undo: 7 * 24 * hour }
/** Parallel queues for links; all links to one address are in the same queue. */
const queues = 16
const mails = { verify: verifyEmailMail, reset: resetPasswordMail, undo: emailChangedMail }

export interface LinkRequest {
  kind: LinkKind
  email: string
  /** Of the request, for people who have not chosen one. */
  language?: Language | undefined
  /** Untrusted; only the address of an event page is used. */
  next?: string | undefined
  /** Only for `undo`, whose email is no longer the user's. */
  user_id?: number
}

/**
 * Enqueues a job that mails a link. The same happens whether or not the address has an account, so that neither the answer
 * nor its time reveals it; the job checks.
 */
export async function requestLink(tx: Db, request: LinkRequest): Promise<void> {
  // Jobs for one address run one after the other, so that the link in the later mail is the valid one.
  const asked = { ...request, next: eventAddress(request.next ?? '') ?? undefined }
  await addJob(tx, 'mail_link', asked, `links to ${hashOf(request.email.toLowerCase()).readUInt8() % queues}`)
}

/** Does nothing if nobody has the address; at most three an hour go to one address, except `undo`. The token is made here
 *  and stored nowhere, so each attempt makes a new one. An email that somebody with LINE has only typed gets no link to set
 *  a password: it may be another person's, who would confirm it for them. */
export async function mailLink(
  ctx: Context,
  mailer: Mailer,
  { kind, email, language = 'en', next, user_id }: LinkRequest,
  job: JobInfo,
): Promise<void> {
  const user =
    user_id === undefined ? await selectRecipient(ctx.db, email) : await selectFormerRecipient(ctx.db, user_id, email)
  if (user === null || (kind === 'verify' && user.email_verified_at !== null)) return
  const isFirstAttempt = job.attempt === 1
  const recipient = hashOf(user.email.toLowerCase()).toString('hex')
  if (kind !== 'undo' && isFirstAttempt && !(await ctx.limits.allows('mail_recipient', recipient))) return
  if (kind === 'reset' && (await hasOnlyLine(ctx.db, user.id))) {
    await mailer.send(noPasswordMail(ctx.settings, user.email, language), job)
    return
  }

  const token = newSecret()
  const link = { user_id: user.id, kind, email: user.email, token_hash: hashOf(token) }
  await upsertLink(ctx.db, link, new Date(ctx.now().getTime() + lifetime[kind]))
  await mailer.send(mails[kind](ctx.settings, { ...user, language: user.language ?? language }, token, next), job)
}

/** The link stays valid, because people open it twice: again on another device, or after a lost answer. Throws
 *  `verify_link_invalid`. */
export async function verifyEmail(ctx: Context, userId: number, token: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const isGood = await isGoodLink(tx, { user_id: userId, token_hash: hashOf(token) }, ['verify'], now)
    if (!isGood) throw new AppError('verify_link_invalid')
    await markEmailVerified(tx, userId, now)
  })
}

const passwordLinks: LinkKind[] = ['reset', 'undo']

export function isResetLink(ctx: Context, userId: number, token: string): Promise<boolean> {
  return isGoodLink(ctx.db, { user_id: userId, token_hash: hashOf(token) }, passwordLinks, ctx.now())
}

/** Ends all sessions of the user, and goes back to the old email if the link was mailed there. Someone who reads the
 *  address's mail has also verified it. Throws `reset_link_invalid`. */
export async function resetPassword(ctx: Context, userId: number, form: PasswordReset): Promise<void> {
  if (!(await isResetLink(ctx, userId, form.token))) throw new AppError('reset_link_invalid')
  const now = ctx.now()
  const user = await selectProfile(ctx.db, userId, now)
  await refuseEasyPassword('new_password', form.new_password, [...wordsOf(user), ctx.settings.BRAND_NAME])
  const passwordHash = await hashPassword(form.new_password)

  const reset = ctx.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const used = await deleteGoodLink(tx, { user_id: userId, token_hash: hashOf(form.token) }, passwordLinks, now)
    if (used === null) throw new AppError('reset_link_invalid')
    if (used.kind === 'undo') await restoreEmail(tx, userId, used.email, now)
    await updatePassword(tx, userId, passwordHash)
    await markEmailVerified(tx, userId, now)
    await endAccess(tx, userId, now)
    await enqueueMail(
      tx,
      passwordChangedMail(ctx.settings, { ...user, email: used.email, language: user.language ?? 'en' }),
    )
  })
  await reset.catch((error) => {
    // Somebody took the old email a moment ago.
    throw violates(error, 'users_email_key') ? new AppError('reset_link_invalid') : error
  })
  await forgetFailures(ctx, userId)
}

import { createHash, randomBytes } from 'node:crypto'
import type { PasswordReset } from '#contract/accounts/auth.ts'
import { eventAddress } from '#contract/events/event-links.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { addJob, type JobInfo } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { forgetFailures, refuseEasyPassword, wordsOf } from './account-guard.ts'
import { passwordChangedMail, resetPasswordMail, verifyEmailMail } from './accounts.mails.ts'
import { deleteGoodLink, deleteLinks, isGoodLink, type LinkKind, upsertLink } from './email-links.repository.ts'
import { endSessionsOf } from './sessions.repository.ts'
import { lockUser, markEmailVerified, selectProfile, selectRecipient, updatePassword } from './users.repository.ts'

const hour = 3_600_000
const lifetime: Record<LinkKind, number> = { verify: 24 * hour, reset: hour }
/** How many queues send links side by side; those to one address stand in one queue. */
const lines = 16
const mails = { verify: verifyEmailMail, reset: resetPasswordMail }

export interface LinkRequest {
  kind: LinkKind
  email: string
  /** An address that anybody may have written; only that of an event's page is taken. */
  next?: string | undefined
}

/**
 * Asks for a link to be mailed. Does the same whether or not anybody has the address, so that neither the answer nor its
 * time tells; the job that follows looks whether anybody has it.
 */
export async function requestLink(tx: Db, request: LinkRequest): Promise<void> {
  // The jobs of one address run one after the other, so that of two mails the later one holds the link that is good.
  const asked = { ...request, next: eventAddress(request.next ?? '') ?? undefined }
  await addJob(tx, 'mail_link', asked, `links to ${hashOf(request.email.toLowerCase()).readUInt8() % lines}`)
}

/** Makes a link and mails it, where there is somebody to mail it to; at most three an hour go to one address. The token
 *  is made here and stored nowhere, so each attempt makes a new one. */
export async function mailLink(
  ctx: Context,
  mailer: Mailer,
  { kind, email, next }: LinkRequest,
  job: JobInfo,
): Promise<void> {
  const user = await selectRecipient(ctx.db, email)
  if (user === null || (kind === 'verify' && user.email_verified_at !== null)) return
  const isFirstAttempt = job.attempt === 1
  const recipient = hashOf(user.email.toLowerCase()).toString('hex')
  if (isFirstAttempt && !(await ctx.limits.allows('mail_recipient', recipient))) return

  const token = randomBytes(32).toString('base64url')
  const link = { user_id: user.id, kind, email: user.email, token_hash: hashOf(token) }
  await upsertLink(ctx.db, link, new Date(ctx.now().getTime() + lifetime[kind]))
  await mailer.send(mails[kind](ctx.settings, user, token, next), job)
}

/** Uses up the link that was mailed to the user. Throws `verify_link_invalid`. */
export async function verifyEmail(ctx: Context, userId: number, token: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const used = await deleteGoodLink(tx, { user_id: userId, kind: 'verify', token_hash: hashOf(token) }, now)
    if (!used) throw new AppError('verify_link_invalid')
    await markEmailVerified(tx, userId, now)
  })
}

export function isResetLink(ctx: Context, userId: number, token: string): Promise<boolean> {
  return isGoodLink(ctx.db, { user_id: userId, kind: 'reset', token_hash: hashOf(token) }, ctx.now())
}

/** Sets the password of whoever holds the link, and ends all their sessions. Whoever reads the address's mail has also
 *  shown that it is theirs. Throws `reset_link_invalid`. */
export async function resetPassword(ctx: Context, userId: number, form: PasswordReset): Promise<void> {
  if (!(await isResetLink(ctx, userId, form.token))) throw new AppError('reset_link_invalid')
  const now = ctx.now()
  const user = await selectProfile(ctx.db, userId, now)
  await refuseEasyPassword('new_password', form.new_password, [...wordsOf(user), ctx.settings.BRAND_NAME])
  const passwordHash = await hashPassword(form.new_password)

  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const used = await deleteGoodLink(tx, { user_id: userId, kind: 'reset', token_hash: hashOf(form.token) }, now)
    if (!used) throw new AppError('reset_link_invalid')
    await deleteLinks(tx, userId)
    await updatePassword(tx, userId, passwordHash)
    await markEmailVerified(tx, userId, now)
    await endSessionsOf(tx, userId, now)
    await enqueueMail(tx, passwordChangedMail(ctx.settings, user))
  })
  await forgetFailures(ctx, userId)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

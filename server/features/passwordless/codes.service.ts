import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { SignedIn } from '#contract/accounts/auth.ts'
import { codeLimits } from '#contract/accounts/passwordless.ts'
import type { Language } from '#contract/language/languages.ts'
import * as m from '#messages/answers.json'
import { networkHash } from '#server/features/accounts/account-guard.ts'
import { signInCodeMail } from '#server/features/accounts/accounts.mails.ts'
import { isKnownNetwork, upsertNetwork } from '#server/features/accounts/sessions.repository.ts'
import { start, type UserAgent } from '#server/features/accounts/sessions.service.ts'
import { signedIn } from '#server/features/accounts/sign-in.service.ts'
import { selectRecipient } from '#server/features/accounts/users.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { addJob, type JobInfo } from '#server/lib/jobs/jobs.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { hashOf, newSecret } from '#server/lib/security/secrets.ts'
import {
  addTry,
  type CodeRequest,
  deleteExpiredRequests,
  deleteRequest,
  selectRequest,
  updateHashes,
  upsertRequest,
} from './codes.repository.ts'
import { accountOf, forNewAccounts } from './passwordless.service.ts'

const lifetime = codeLimits.minutes * 60_000

/** A code to be mailed. The code itself is made when it is sent, because secrets do not belong in the queue. */
export interface CodeMail {
  request: string
  email: string
  /** As returned by `networkHash`, in hexadecimal. */
  network: string
  /** Of the request, for people without an account or choice. Missing in what the release before has queued. */
  language?: Language
}

/** Enqueues a mail with a code. The same happens whether or not the address has an account. Throws `too_many_requests` for too
 *  many from one network to one address. */
export async function request(
  ctx: Context,
  { email, browser }: { email: string; browser: string },
  { address, language }: { address: string; language: Language },
) {
  const network = networkHash(ctx, address).toString('hex')
  await ctx.limits.consume('sign_in_mails_here', `${keyOf(email)} ${network}`)
  await ctx.db.transaction(async (tx) => {
    const expiresAt = new Date(ctx.now().getTime() + lifetime)
    const id = await upsertRequest(tx, hashOf(browser), email, expiresAt)
    await addJob(tx, 'send_code', { request: id, email, network, language } satisfies CodeMail)
  })
}

/** Sends nothing if the browser has asked again or the request has expired. Networks from which the account signed in before
 *  are not counted with the others, so that strangers cannot use up the owner's mails. */
export async function sendCode(ctx: Context, mailer: Mailer, mail: CodeMail, job: JobInfo): Promise<void> {
  const user = await selectRecipient(ctx.db, mail.email)
  const isKnown = user !== null && (await isKnownNetwork(ctx.db, user.id, Buffer.from(mail.network, 'hex')))
  if (job.attempt === 1 && !isKnown && !(await ctx.limits.allows('sign_in_mails', keyOf(mail.email)))) return

  const code = String(randomInt(10 ** codeLimits.digits)).padStart(codeLimits.digits, '0')
  const link = newSecret()
  const hashes = { code: codeHash(ctx, mail.request, code), link: hashOf(link) }
  const now = ctx.now()
  const isWanted = await updateHashes(ctx.db, mail.request, hashes, now, new Date(now.getTime() + lifetime))
  const to = { email: mail.email, language: user?.language ?? mail.language ?? 'en' }
  if (isWanted) await mailer.send(signInCodeMail(ctx.settings, to, { code, link }), job)
}

interface Proof {
  browser: string
  code?: string | undefined
  link?: string | undefined
  name?: string | undefined
}

/** Throws `sign_in_code_over`, `sign_in_code_wrong`, `name_needed` and `too_many_requests`. */
export async function use(
  ctx: Context,
  proof: Proof,
  from: { address: string; userAgent: UserAgent; language: Language },
): Promise<SignedIn> {
  const asked = await selectRequest(ctx.db, hashOf(proof.browser), ctx.now(), codeLimits.tries)
  if (asked === null) throw new AppError('sign_in_code_over')
  const network = networkHash(ctx, from.address)
  if (proof.link !== undefined) {
    // Nobody guesses a link, so a wrong one is an older one.
    if (!timingSafeEqual(hashOf(proof.link), asked.link_hash)) throw new AppError('sign_in_code_over')
  } else {
    await refuseGuessers(ctx, asked, network)
    const isRight = timingSafeEqual(codeHash(ctx, asked.id, proof.code ?? ''), asked.code_hash)
    if (!isRight) {
      const counted = await addTry(ctx.db, asked.id, codeLimits.tries)
      await ctx.limits.allows('sign_in_failures', keyOf(asked.email))
      throw new AppError(counted ? 'sign_in_code_wrong' : 'sign_in_code_over')
    }
  }

  const { id, tokens } = await forNewAccounts(ctx, async (tx, attempt) => {
    if (!(await deleteRequest(tx, asked, codeLimits.tries))) throw new AppError('sign_in_code_over')
    const name = namesOf(proof.name ?? '')
    const userId = await accountOf(
      ctx,
      tx,
      { email: asked.email, ...name, google_sub: null, language: from.language },
      attempt,
    )
    return { id: userId, tokens: await start(ctx, userId, from.userAgent, tx) }
  })
  const [answer] = await Promise.all([
    signedIn(ctx, id, tokens, from.language),
    ctx.limits.forget('sign_in_failures', keyOf(asked.email)),
    upsertNetwork(ctx.db, id, network, ctx.now()),
  ])
  return answer
}

/** After very many wrong codes for an address only networks that signed in before may try. */
async function refuseGuessers(ctx: Context, { email, user_id }: CodeRequest, network: Buffer): Promise<void> {
  await ctx.limits.refuseSpent('sign_in_failures', keyOf(email), m.wrongCodes).catch(async (refusal) => {
    if (user_id === null || !(await isKnownNetwork(ctx.db, user_id, network))) throw refusal
  })
}

export function tidyCodes(ctx: Context): Promise<void> {
  return deleteExpiredRequests(ctx.db, ctx.now())
}

/** The first word is the given name. */
export function namesOf(fullName: string): { given_name: string; family_name: string } {
  const [given_name = '', ...rest] = fullName.trim().split(/\s+/)
  return { given_name, family_name: rest.join(' ') }
}

/** With the server's key, because a million codes are quickly tried. */
function codeHash(ctx: Context, requestId: string, code: string): Buffer {
  return createHmac('sha256', ctx.tokenSecret).update(`code ${requestId} ${code}`).digest()
}

function keyOf(email: string): string {
  return hashOf(email.toLowerCase()).toString('hex')
}

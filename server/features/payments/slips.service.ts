import type { Readable } from 'node:stream'
import { cancelSentences, decidedAfterEnd } from '#contract/events/application.ts'
import { fieldProblem } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import type { LogAction } from '#contract/tickets/team.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as m from '#messages/answers.json'
import { logAction } from '#server/features/team/team.repository.ts'
import { noteNews } from '#server/features/tickets/mails/notifications.repository.ts'
import {
  freeReferences,
  holdForSlip,
  type Payable,
  putInReview,
  refuseReviewed,
  releaseSlip,
  selectOwnPayable,
  selectPayableTo,
  selectSeenPayable,
  takeOldSlips,
  takeReference,
} from '#server/features/tickets/store/payments.repository.ts'
import { lockSeats } from '#server/features/tickets/store/seats.repository.ts'
import { show } from '#server/features/tickets/tickets.service.ts'
import { confirmPayments } from '#server/features/tickets/waiting-list/promote.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { encodePrivateInTurn } from '#server/lib/pictures/pictures.ts'
import { discardPrivatePicture, keepPrivatePicture, openPrivatePicture } from '#server/lib/pictures/private-pictures.ts'
import type { Upload } from '#server/lib/pictures/uploads.ts'
import type { Database, Db } from '#server/lib/postgres/database.ts'
import { parseSlipCode, type ReadSlip } from './slip-code.ts'
import type { VerifySlip } from './slip-verifier.ts'

/** How long reading a slip may hold its seat beyond the deadline: longer than it takes with a full queue. */
const longestReading = 60_000

interface Sent {
  upload: Upload | null
  refundTo: string
  verify: VerifySlip | null
  /** Of the sender, who is told why the slip was refused. */
  language: Language
}

/** A slip for the user's own UNPAID application. It counts from its arrival, and its seat is held while it is read. It is stored
 *  and shown to the organizer before any outside service is asked, and then confirmed or refused if the verification service is
 *  certain. Throws as `sendSlip` says. */
export async function send(
  ctx: Context,
  user: SignedInUser,
  ticketId: number,
  { upload, refundTo, verify, language }: Sent,
): Promise<Ticket> {
  const arrived = ctx.now()
  if (upload === null) throw invalidFields([fieldProblem('slip', m.chooseSlip)])
  const until = await hold(ctx.db, user, ticketId, arrived)
  try {
    const { file, seen } = await encodePrivateInTurn(upload, (pixels) => ctx.codes.read(pixels))
    const code = seen === null ? null : parseSlipCode(seen)
    const stored = await keepPrivatePicture(ctx, file, (tx, picture) => {
      return putForward(ctx, tx, user, ticketId, { picture, code, refundTo, arrived })
    })
    ctx.announcer.announce(stored.payable.event_id)
    if (verify !== null && code !== null) await verifyStored(ctx, verify, code, { ...stored, language })
  } catch (error) {
    // Where the database cannot be reached now, the seat is free again at `until`.
    await releaseSlip(ctx.db, ticketId, until).catch(() => undefined)
    throw error
  }
  return show(ctx, user, ticketId, language)
}

/** Holds the seat of an application whose slip arrived in time, and returns until when at the latest. */
async function hold(db: Database, user: SignedInUser, ticketId: number, arrived: Date): Promise<Date> {
  const { event_id } = await payable(db, ticketId, user, arrived)
  const until = new Date(arrived.getTime() + longestReading)
  await db.transaction(async (tx) => {
    // Overdue seats are taken back under the same lock.
    await lockSeats(tx, event_id)
    await payable(tx, ticketId, user, arrived)
    if (!(await holdForSlip(tx, ticketId, arrived, until))) throw new AppError('slip_being_read')
  })
  return until
}

/** The user's own application, if it was to be paid at `now`; a slip in review may be replaced. */
async function payable(db: Db, ticketId: number, user: SignedInUser, now: Date): Promise<Payable> {
  const found = await selectOwnPayable(db, ticketId, user.id)
  if (found === null) throw new AppError('ticket_not_found')
  if (found.status === 'CANCELLED') {
    const reason = found.cancel_reason
    if (reason === null || reason === 'unpaid') throw new AppError('payment_too_late')
    throw new AppError('ticket_not_active', { message: fill(m.slipNotTaken, { problem: cancelSentences[reason] }) })
  }
  if (found.status !== 'UNPAID') throw new AppError('nothing_to_pay')
  if (found.pay_by !== null && Date.parse(found.pay_by) <= now.getTime()) throw new AppError('payment_too_late')
  return found
}

interface Stored {
  former: string
  picture: string
  payable: Payable
}

async function putForward(
  ctx: Context,
  tx: Db,
  user: SignedInUser,
  ticketId: number,
  slip: { picture: string; code: ReadSlip | null; refundTo: string; arrived: Date },
): Promise<Stored> {
  const { picture, code, refundTo, arrived } = slip
  const { event_id } = await payable(tx, ticketId, user, arrived)
  await lockSeats(tx, event_id)
  // Decisions made before the lock count.
  const found = await payable(tx, ticketId, user, arrived)
  if (code !== null && !(await takeReference(tx, ticketId, code))) throw new AppError('slip_used')
  await freeReferences(tx, ticketId, code)
  const secondsLeft =
    found.pay_by === null ? found.seconds_left : Math.floor((Date.parse(found.pay_by) - arrived.getTime()) / 1_000)
  const readable = code !== null
  await putInReview(tx, ticketId, { sentAt: arrived, picture, readable, refundTo, secondsLeft }, ctx.now())
  return { former: found.slip_picture, picture, payable: found }
}

/** Decides nothing if the service does not respond, or the slip is no longer in review by then. */
async function verifyStored(
  ctx: Context,
  verify: VerifySlip,
  code: ReadSlip,
  stored: Stored & { language: Language },
): Promise<void> {
  const { id, event_id } = stored.payable
  const verdict = await verify(code, stored.payable)
  if (verdict === 'unknown') return
  const isDecided = await ctx.db.transaction(async (tx) => {
    await lockSeats(tx, event_id)
    const found = await selectSeenPayable(tx, id, null)
    if (found?.slip_state !== 'in_review' || found.slip_picture !== stored.picture) return false
    if (verdict === 'fits') return (await confirmPayments(tx, [id], ctx.now())).length === 1
    await refuseSlip(tx, found, new AppError(verdict).inLanguage(stored.language).message, ctx.now(), 0)
    return true
  })
  if (!isDecided) return
  ctx.announcer.announce(event_id)
  if (verdict !== 'fits') throw new AppError(verdict)
}

/** The picture of a slip, for its sender and those who decide about it. Throws `slip_not_found` for anyone else. */
export async function open(
  ctx: Context,
  user: SignedInUser,
  ticketId: number,
): Promise<{ content: Readable; size: number }> {
  const found = await selectSeenPayable(ctx.db, ticketId, user.id)
  const picture = found === null ? null : await openPrivatePicture(ctx.settings, found.slip_picture)
  if (picture === null) throw new AppError('slip_not_found')
  return picture
}

/** Who decides about a slip, and the language of their page. */
interface Decider {
  user: SignedInUser
  language: Language
}

/** Accepts the slip in review that was sent at `seen`; without `seen`, any slip in review. */
export function confirm(ctx: Context, decider: Decider, ticketId: number, seen?: string): Promise<Ticket> {
  return decide(ctx, decider, ticketId, { seen, action: 'paid' }, async (tx, found, now) => {
    if (now.getTime() >= Date.parse(found.end_date_event) + decidedAfterEnd) throw new AppError('event_over')
    if ((await confirmPayments(tx, [ticketId], now)).length === 0) throw new AppError('slip_decided')
  })
}

/** Refuses the slip; the payer is mailed, and may send another one. */
export function refuse(
  ctx: Context,
  decider: Decider,
  ticketId: number,
  { reason, sent_at: seen }: { reason: string; sent_at?: string | undefined },
): Promise<Ticket> {
  return decide(ctx, decider, ticketId, { seen, action: 'slip_refused' }, async (tx, found, now) => {
    await refuseSlip(tx, found, reason, now)
    if (found.status === 'UNPAID') await noteNews(tx, 'slip_refused', [ticketId])
  })
}

async function decide(
  ctx: Context,
  { user, language }: Decider,
  ticketId: number,
  { seen, action }: { seen: string | undefined; action: LogAction },
  work: (tx: Db, found: Payable, now: Date) => Promise<void>,
): Promise<Ticket> {
  const asked = await selectPayableTo(ctx.db, ticketId, user.id)
  if (asked === null) throw new AppError('ticket_not_found')
  await ctx.db.transaction(async (tx) => {
    await lockSeats(tx, asked.event_id)
    const found = await selectPayableTo(tx, ticketId, user.id)
    if (found?.slip_state !== 'in_review') throw new AppError('slip_decided')
    // Nobody can decide about a slip that they have not seen.
    if (seen !== undefined && found.slip_sent_at !== new Date(seen).toISOString()) throw new AppError('slip_decided')
    await work(tx, found, ctx.now())
    await logAction(tx, { eventId: asked.event_id, userId: user.id, action, ticketIds: [ticketId] }, ctx.now())
  })
  ctx.announcer.announce(asked.event_id)
  return show(ctx, user, ticketId, language)
}

/** The least time to send another slip after a refusal, in seconds. */
const leastLeft = 10 * 60

/** Refuses the slip in review and releases its transfer. An application that is still UNPAID gets the time that was left, at
 *  least `least` seconds, at most until the event starts. Call `lockSeats` first. */
async function refuseSlip(
  tx: Db,
  { id, seconds_left, start_date_event }: Payable,
  reason: string,
  now: Date,
  least = leastLeft,
): Promise<void> {
  const until = now.getTime() + Math.max(seconds_left, least) * 1_000
  await refuseReviewed(tx, id, reason, new Date(Math.min(until, Date.parse(start_date_event))), now)
  await freeReferences(tx, id)
}

/** How long pictures of slips are stored after an event, for questions about payments. */
const keptFor = 90 * 24 * 3_600_000

/** Deletes the slips' pictures of old events. */
export async function removeOldSlips(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptFor)
  for (;;) {
    const taken = await ctx.db.transaction(async (tx) => {
      const names = await takeOldSlips(tx, before)
      for (const name of names) await discardPrivatePicture(tx, name)
      return names.length
    })
    if (taken === 0) return
  }
}

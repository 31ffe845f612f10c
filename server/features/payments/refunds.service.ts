import type { Language } from '#contract/language/languages.ts'
import { inLanguages } from '#contract/language/messages.ts'
import type { Receipt } from '#contract/tickets/payments.ts'
import { grouped } from '#contract/tickets/promptpay-number.ts'
import type { Refund } from '#contract/tickets/refunds.ts'
import * as en from '#languages/en/tables.json'
import * as th from '#languages/th/tables.json'
import { logAction } from '#server/features/team/team.repository.ts'
import {
  clearRefunded,
  type RefundsDue,
  selectReceipt,
  selectRefundedAt,
  selectRefunds,
  selectRefundsDue,
  updateRefunded,
} from '#server/features/tickets/store/payments.repository.ts'
import { lockSeats } from '#server/features/tickets/store/seats.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { baht, bangkokTime, type Columns, csvTable } from '#server/lib/feeds/csv-table.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { withNames } from '#server/lib/language/translated.ts'

/** What the owner owes to people whose paid applications have ended, and what has been paid back. */
export function list(ctx: Context, eventId: number): Promise<Refund[]> {
  return selectRefunds(ctx.db, eventId)
}

/** The user's own events with refunds due. */
export function listDue(ctx: Context, user: SignedInUser): Promise<RefundsDue[]> {
  return selectRefundsDue(ctx.db, user.id)
}

export async function exportCsv(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  language: Language,
): Promise<string> {
  await logAction(ctx.db, { eventId, userId: user.id, action: 'exported', detail: 'refunds' }, ctx.now())
  return csvOf(withNames(await list(ctx, eventId), language), texts[language])
}

/** Marks refunds as paid back. If one of them is not due, throws `refund_not_found` and changes none. */
export async function markDone(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  applications: number[],
): Promise<Refund[]> {
  const asked = [...new Set(applications)]
  await ctx.db.transaction(async (tx) => {
    // A slip cannot be refused while its money is being marked as paid back.
    await lockSeats(tx, eventId)
    const done = await updateRefunded(tx, eventId, asked, ctx.now())
    if (done < asked.length) throw new AppError('refund_not_found')
    await logAction(tx, { eventId, userId: user.id, action: 'refunded', ticketIds: asked }, ctx.now())
  })
  return selectRefunds(ctx.db, eventId)
}

/** Undoes the mark of one refund that was made at `seen`. */
export async function undoDone(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { application, refunded_at: seen }: { application: number; refunded_at: string },
): Promise<Refund[]> {
  await ctx.db.transaction(async (tx) => {
    await lockSeats(tx, eventId)
    const marked = await selectRefundedAt(tx, eventId, application)
    if (marked === null) throw new AppError('refund_not_found')
    if (Date.parse(marked) !== Date.parse(seen)) throw new AppError('refund_changed')
    await clearRefunded(tx, application)
    await logAction(tx, { eventId, userId: user.id, action: 'refund_undone', ticketIds: [application] }, ctx.now())
  })
  return selectRefunds(ctx.db, eventId)
}

/** The receipt of the user's own payment. */
export async function receipt(ctx: Context, user: SignedInUser, ticketId: number): Promise<Receipt> {
  const found = await selectReceipt(ctx.db, ticketId, user.id)
  if (found === null) throw new AppError('receipt_not_found')
  return found
}

const texts = inLanguages(en, th)
type Texts = (typeof texts)[Language]

const columnsIn = (m: Texts): Columns<Refund> => [
  [m.ticketNumber, (refund) => refund.ticket_number],
  [m.name, (refund) => refund.fullname],
  [m.baht, ({ amount_satang }) => baht(amount_satang)],
  // Spreadsheets would take digits for a number, drop the leading zero, or round the last ones.
  [m.promptPay, ({ refund_to }) => grouped(refund_to)],
  [m.cancelled, ({ cancelled_at }) => bangkokTime(cancelled_at)],
  [m.why, ({ cancel_reason }) => reasonWords(m)[cancel_reason]],
  [m.paid, ({ paid_at, slip }) => (paid_at === null ? slipWords(m, slip) : bangkokTime(paid_at))],
  [m.refunded, ({ refunded_at }) => (refunded_at === null ? '' : bangkokTime(refunded_at))],
]

const reasonWords = (m: Texts): Record<Refund['cancel_reason'], string> => ({
  by_holder: m.reasonByHolder,
  refused: m.reasonRefused,
  unpaid: m.reasonUnpaid,
  not_eligible: m.reasonNotEligible,
  line_closed: m.reasonLineClosed,
  too_late: m.reasonTooLate,
  called_off: m.reasonCalledOff,
  passed_on: m.reasonPassedOn,
  not_claimed: m.reasonNotClaimed,
  walk_in_undone: m.reasonWalkInUndone,
})

/** A refund of unconfirmed money implies that it had arrived. */
const slipWords = (m: Texts, slip: Refund['slip']) => (slip?.state === 'in_review' ? m.slipInReview : m.paidBySlip)

function csvOf(refunds: Refund[], m: Texts): string {
  const types: Columns<Refund> = refunds.some(({ ticket_type }) => ticket_type !== '')
    ? [[m.ticketType, ({ ticket_type }) => ticket_type]]
    : []
  const codes: Columns<Refund> = refunds.some(({ code }) => code !== '') ? [[m.code, ({ code }) => code]] : []
  const payers: Columns<Refund> = refunds.some(({ paid_by }) => paid_by !== null)
    ? [[m.paidBy, ({ paid_by, fullname }) => paid_by ?? fullname]]
    : []
  return csvTable([...columnsIn(m), ...types, ...codes, ...payers], refunds)
}

import type { Receipt } from '#contract/tickets/payments.ts'
import { grouped } from '#contract/tickets/receiver.ts'
import type { Refund } from '#contract/tickets/refunds.ts'
import { requireOwn } from '#server/features/events/events.service.ts'
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
import { bangkokTime, type Columns, csvTable } from '#server/lib/feeds/csv-table.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'

/** What the owner of an event owes to people whose paid applications have ended, and what is paid back. */
export async function list(ctx: Context, user: SignedInUser, eventId: number): Promise<Refund[]> {
  await requireOwn(ctx, user, eventId)
  return selectRefunds(ctx.db, eventId)
}

/** The user's own events that owe any. */
export function listDue(ctx: Context, user: SignedInUser): Promise<RefundsDue[]> {
  return selectRefundsDue(ctx.db, user.id)
}

export async function exportCsv(ctx: Context, user: SignedInUser, eventId: number): Promise<string> {
  return csvOf(await list(ctx, user, eventId))
}

/** Notes that these are paid back. Throws `refund_not_found` where one is not due, and changes none then. */
export async function markDone(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  applications: number[],
): Promise<Refund[]> {
  await requireOwn(ctx, user, eventId)
  const asked = [...new Set(applications)]
  await ctx.db.transaction(async (tx) => {
    // A slip whose money is paid back is not refused at the same moment.
    await lockSeats(tx, eventId)
    const done = await updateRefunded(tx, eventId, asked, ctx.now())
    if (done < asked.length) throw new AppError('refund_not_found')
  })
  return selectRefunds(ctx.db, eventId)
}

/** Takes the mark of one application back that was made at `seen`. */
export async function undoDone(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { application, refunded_at: seen }: { application: number; refunded_at: string },
): Promise<Refund[]> {
  await requireOwn(ctx, user, eventId)
  await ctx.db.transaction(async (tx) => {
    await lockSeats(tx, eventId)
    const marked = await selectRefundedAt(tx, eventId, application)
    if (marked === null) throw new AppError('refund_not_found')
    if (Date.parse(marked) !== Date.parse(seen)) throw new AppError('refund_changed')
    await clearRefunded(tx, application)
  })
  return selectRefunds(ctx.db, eventId)
}

/** The receipt of the user's own payment. */
export async function receipt(ctx: Context, user: SignedInUser, ticketId: number): Promise<Receipt> {
  const found = await selectReceipt(ctx.db, ticketId, user.id)
  if (found === null) throw new AppError('receipt_not_found')
  return found
}

const columns: Columns<Refund> = [
  ['Ticket number', (refund) => refund.ticket_number],
  ['Name', (refund) => refund.fullname],
  // Two decimals by whole numbers: a fraction of a float is never money.
  ['Baht', ({ amount_satang }) => `${Math.floor(amount_satang / 100)}.${String(amount_satang % 100).padStart(2, '0')}`],
  // Spreadsheets take digits for a number and drop the leading zero, or round the last ones.
  ['PromptPay', ({ refund_to }) => grouped(refund_to)],
  ['Cancelled', ({ cancelled_at }) => bangkokTime(cancelled_at)],
  ['Why', ({ cancel_reason }) => cancel_reason.replaceAll('_', ' ')],
  ['Paid', ({ paid_at, slip }) => (paid_at === null ? slipWords(slip) : bangkokTime(paid_at))],
  ['Refunded', ({ refunded_at }) => (refunded_at === null ? '' : bangkokTime(refunded_at))],
]

/** Of money that was never confirmed: paying it back says that it had come. */
const slipWords = (slip: Refund['slip']) => (slip?.state === 'in_review' ? 'slip in review' : 'by slip')

const csvOf = (refunds: Refund[]): string => csvTable(columns, refunds)

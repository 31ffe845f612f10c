import type { Receipt } from '#contract/tickets/payments.ts'
import { grouped } from '#contract/tickets/receiver.ts'
import type { Refund } from '#contract/tickets/refunds.ts'
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

/** What the owner owes to people whose paid applications have ended, and what has been paid back. */
export function list(ctx: Context, eventId: number): Promise<Refund[]> {
  return selectRefunds(ctx.db, eventId)
}

/** The user's own events with refunds due. */
export function listDue(ctx: Context, user: SignedInUser): Promise<RefundsDue[]> {
  return selectRefundsDue(ctx.db, user.id)
}

export async function exportCsv(ctx: Context, user: SignedInUser, eventId: number): Promise<string> {
  await logAction(ctx.db, { eventId, userId: user.id, action: 'exported', detail: 'refunds' }, ctx.now())
  return csvOf(await list(ctx, eventId))
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

const columns: Columns<Refund> = [
  ['Ticket number', (refund) => refund.ticket_number],
  ['Name', (refund) => refund.fullname],
  ['Baht', ({ amount_satang }) => baht(amount_satang)],
  // Spreadsheets would take digits for a number, drop the leading zero, or round the last ones.
  ['PromptPay', ({ refund_to }) => grouped(refund_to)],
  ['Cancelled', ({ cancelled_at }) => bangkokTime(cancelled_at)],
  ['Why', ({ cancel_reason }) => cancel_reason.replaceAll('_', ' ')],
  ['Paid', ({ paid_at, slip }) => (paid_at === null ? slipWords(slip) : bangkokTime(paid_at))],
  ['Refunded', ({ refunded_at }) => (refunded_at === null ? '' : bangkokTime(refunded_at))],
]

/** A refund of unconfirmed money implies that it had arrived. */
const slipWords = (slip: Refund['slip']) => (slip?.state === 'in_review' ? 'slip in review' : 'by slip')

function csvOf(refunds: Refund[]): string {
  const types: Columns<Refund> = refunds.some(({ ticket_type }) => ticket_type !== '')
    ? [['Ticket type', ({ ticket_type }) => ticket_type]]
    : []
  const codes: Columns<Refund> = refunds.some(({ code }) => code !== '') ? [['Code', ({ code }) => code]] : []
  return csvTable([...columns, ...types, ...codes], refunds)
}

import type { Payment } from '#contract/tickets/payments.ts'
import { selectPayment } from '#server/features/tickets/held/payment.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'

/** How one's own UNPAID application is paid. */
export async function show(ctx: Context, user: SignedInUser, ticketId: number): Promise<Payment> {
  const found = await selectPayment(ctx.db, ticketId, user.id)
  if (found === null) throw new AppError('ticket_not_found')
  const { status, ...payment } = found
  if (status !== 'UNPAID') throw new AppError('nothing_to_pay')
  return payment
}

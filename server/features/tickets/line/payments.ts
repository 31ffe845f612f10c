import { notePaid } from '#server/features/tickets/held/payments.repository.ts'
import { lockSeats } from '#server/features/tickets/held/seats.repository.ts'
import { noteNews } from '#server/features/tickets/mails/confirmations.repository.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { issuePaid, selectEventOf } from './line.repository.ts'

/** Makes a ticket of an UNPAID application whose payment is confirmed, and has its holder mailed. False where it is not
 *  UNPAID (any more). Whoever calls it announces the event after the commit. */
export async function confirmPayment(tx: Db, ticketId: number, now: Date): Promise<boolean> {
  const eventId = await selectEventOf(tx, ticketId)
  if (eventId === null) return false
  await lockSeats(tx, eventId)
  return (await confirmPayments(tx, [ticketId], now)).length === 1
}

/** The same for several applications of one event; returns those that are tickets now. Call `lockSeats` first. */
export async function confirmPayments(tx: Db, ticketIds: number[], now: Date): Promise<number[]> {
  const issued = await issuePaid(tx, ticketIds, now)
  if (issued.length > 0) await notePaid(tx, issued, now)
  await noteNews(tx, 'paid', issued)
  return issued
}

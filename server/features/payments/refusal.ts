import { freeReferences, type Payable, refuseReviewed } from '#server/features/tickets/held/payments.repository.ts'
import type { Db } from '#server/lib/postgres/database.ts'

/** What whoever is refused has at least, in seconds, to send another slip. */
const leastLeft = 10 * 60

/** Refuses the slip in review, and frees its transfer for the application that it was meant for. An application that is still
 *  UNPAID is given the time that was left, at least `least` seconds, at most until the event starts. Call `lockSeats` first. */
export async function refuseSlip(
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

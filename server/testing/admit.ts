import type { Applying } from '#server/features/tickets/admission/admission.rules.ts'
import { admitLocked, type Decision, withSeats } from '#server/features/tickets/admission/admission.service.ts'
import type { Database } from '#server/lib/postgres/database.ts'

/** Decides applications for one event in the given order, each user once, in a transaction of their own. The product decides
 *  those of several events together. Returns the decisions in the same order, after the commit. */
export function admit(db: Database, eventId: number, applying: Applying[], now: Date): Promise<Decision[]> {
  return withSeats(db, [eventId], async (tx) => {
    const [decisions = []] = await admitLocked(tx, [{ eventId, applying }], now, 'verified')
    return decisions
  })
}

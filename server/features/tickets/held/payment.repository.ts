import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import type { ApplicationState } from '#contract/events/application.ts'
import type { Payment } from '#contract/tickets/payments.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** An application with what its holder has to know to pay for it; null for everybody else. */
export function selectPayment(
  db: Db,
  id: number,
  holderId: number,
): Promise<(Payment & { status: ApplicationState }) | null> {
  return db.maybeOne(sql`
    SELECT t.id AS ticket_id, t.status, t.event_id, e.event_name, e.promptpay_id, e.promptpay_name, t.price_satang AS amount_satang, t.pay_by,
           coalesce(o.organizer_name, ${deletedAccount}) AS organizer_name
    FROM tickets t
    JOIN events e ON e.id = t.event_id
    LEFT JOIN organizers o ON o.user_id = e.user_id
    WHERE t.id = ${id} AND t.user_id = ${holderId}`)
}

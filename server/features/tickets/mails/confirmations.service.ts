import type { Context } from '#server/lib/context.ts'
import { addJobs } from '#server/lib/jobs/jobs.ts'
import { takeUnconfirmed } from './confirmations.repository.ts'
import type { TicketMail } from './ticket-mails.service.ts'

const rowsAtOnce = 20

/** Has everybody mailed whose application has changed `seconds` ago or longer, and was not yet. Any number of processes may do
 *  so at once: nobody is left out or mailed twice, as what is taken out goes into the outbox in the same transaction. */
export async function confirmNewTickets(ctx: Context, seconds: number): Promise<void> {
  let more = true
  while (more) more = await confirmSome(ctx, seconds)
}

function confirmSome({ db }: Context, seconds: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const noted = await takeUnconfirmed(tx, seconds, rowsAtOnce)
    await addJobs(
      tx,
      'send_ticket_mail',
      noted.flatMap(({ news, ticket_ids }) => ticket_ids.map((id): TicketMail => ({ news, id }))),
    )
    return noted.length > 0
  })
}

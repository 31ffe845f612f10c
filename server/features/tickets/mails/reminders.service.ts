import type { Context } from '#server/lib/context.ts'
import { addJobs } from '#server/lib/jobs/jobs.ts'
import { insertReminders, lockOpenReminder, selectTicketsToRemind, updateReminder } from './reminders.repository.ts'
import type { TicketMail } from './ticket-mails.service.ts'

const day = 24 * 3_600_000
const atOnce = 500

/**
 * Reminds the ticket holders of every event that starts within a day, each once for each start that the event is given.
 * Whoever applied within that day has just been told. Any number of processes may do so at once, and one that is killed
 * is carried on from where it came to.
 */
export async function remindHolders(ctx: Context): Promise<void> {
  const now = ctx.now()
  await insertReminders(ctx.db, now, new Date(now.getTime() + day))
  let more = true
  while (more) more = await remindSome(ctx)
}

function remindSome({ db, now }: Context): Promise<boolean> {
  return db.transaction(async (tx) => {
    const reminder = await lockOpenReminder(tx)
    if (reminder === null) return false
    const { id, start_date_event, last_ticket_id } = reminder
    const dayBefore = new Date(Date.parse(start_date_event) - day)
    const tickets = await selectTicketsToRemind(tx, reminder, dayBefore, atOnce)
    await addJobs(
      tx,
      'send_ticket_mail',
      tickets.map((ticket): TicketMail => ({ news: 'reminder', id: ticket, start_date_event })),
    )
    await updateReminder(tx, id, tickets.at(-1) ?? last_ticket_id, tickets.length < atOnce ? now() : null)
    return true
  })
}

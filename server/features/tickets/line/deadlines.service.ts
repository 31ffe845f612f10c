import { countedEmails } from '#server/features/accounts/users/reader.ts'
import { selectAdmissionEvent } from '#server/features/tickets/admission/admission.repository.ts'
import { addTaken, lockSeats } from '#server/features/tickets/held/seats.repository.ts'
import { noteNews } from '#server/features/tickets/mails/confirmations.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import {
  endApplications,
  selectEventsToClose,
  selectEventsToCollect,
  selectInState,
  selectOverdue,
} from './line.repository.ts'
import { promote } from './promote.ts'

/** Takes back every seat that was not paid in time, and gives it to the next in line in the same transaction. Any number of
 *  processes may do so at once: the lock on an event's seats lets one of them find it undone. */
export async function collectUnpaid(ctx: Context): Promise<void> {
  const due = await selectEventsToCollect(ctx.db, ctx.now())
  for (const eventId of due) await inEvent(ctx, eventId, (tx) => collect(ctx, tx, eventId))
}

async function collect(ctx: Context, tx: Db, eventId: number): Promise<void> {
  const now = ctx.now()
  const overdue = await selectOverdue(tx, eventId, now)
  if (overdue.length === 0) return
  await endApplications(tx, overdue, 'unpaid', '', now)
  await noteNews(tx, 'unpaid', overdue)
  await addTaken(tx, eventId, -overdue.length)
  await promote(tx, eventId, now, countedEmails(ctx.settings))
}

/** Ends the line of every event that has begun, and what nobody has approved until an event was over. */
export async function closeLines(ctx: Context): Promise<void> {
  const due = await selectEventsToClose(ctx.db, ctx.now())
  for (const eventId of due) await inEvent(ctx, eventId, (tx) => close(ctx, tx, eventId))
}

async function close(ctx: Context, tx: Db, eventId: number): Promise<void> {
  const now = ctx.now()
  const event = await selectAdmissionEvent(tx, eventId)
  if (event === null) return
  const reached = (instant: string) => now.getTime() >= Date.parse(instant)
  const waiting = reached(event.start_date_event) ? await selectInState(tx, eventId, 'WAITING') : []
  const pending = reached(event.end_date_event) ? await selectInState(tx, eventId, 'PENDING') : []
  await endApplications(tx, [...waiting, ...pending], 'too_late', '', now)
  await noteNews(tx, 'too_late', [...waiting, ...pending])
  await addTaken(tx, eventId, 0, -waiting.length)
}

async function inEvent(ctx: Context, eventId: number, work: (tx: Db) => Promise<void>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockSeats(tx, eventId)
    await work(tx)
  })
  ctx.announcer.announce(eventId)
}

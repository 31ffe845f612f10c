import { decidedAfterEnd } from '#contract/events/application.ts'
import { countedEmails } from '#server/features/accounts/viewer.ts'
import { selectAdmissionEvent } from '#server/features/tickets/admission/admission.repository.ts'
import { noteNews } from '#server/features/tickets/mails/notifications.repository.ts'
import { addTaken, lockSeats, releaseDoorSeats } from '#server/features/tickets/store/seats.repository.ts'
import type { Context } from '#server/lib/context.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { promote } from './promote.ts'
import {
  endApplications,
  selectEventsToClose,
  selectEventsToCollect,
  selectInState,
  selectOverdue,
  selectUnclaimed,
} from './waiting-list.repository.ts'

/** Takes back every seat that was not paid or claimed in time, and gives it to the next on the waiting list in the same
 *  transaction. Any number of processes may do so at once: the lock on the event's seats makes sure that it happens once. */
export async function collectUnpaid(ctx: Context): Promise<void> {
  const due = await selectEventsToCollect(ctx.db, ctx.now())
  await inEach(ctx, due, (tx, eventId) => collect(ctx, tx, eventId))
}

async function collect(ctx: Context, tx: Db, eventId: number): Promise<void> {
  const now = ctx.now()
  const overdue = await selectOverdue(tx, eventId, now)
  const unclaimed = await selectUnclaimed(tx, eventId, now)
  if (overdue.length + unclaimed.length === 0) return
  const unpaidSeats = await endApplications(tx, overdue, 'unpaid', '', now)
  await noteNews(tx, 'unpaid', overdue)
  const unclaimedSeats = await endApplications(tx, unclaimed, 'not_claimed', '', now)
  await addTaken(tx, eventId, -unpaidSeats - unclaimedSeats)
  await promote(tx, eventId, now, countedEmails(ctx.settings))
}

/** Ends the waiting list of every event that has started; applications to approve, invitations and the seats that the door has not
 *  sold when the event is over (nobody else can take those, so what phones have sold and send later finds a seat); and unpaid seats
 *  when the time to decide about their payment is over. */
export async function closeWaitingLists(ctx: Context): Promise<void> {
  const now = ctx.now()
  const due = await selectEventsToClose(ctx.db, now, new Date(now.getTime() - decidedAfterEnd))
  await inEach(ctx, due, (tx, eventId) => close(ctx, tx, eventId))
}

async function close(ctx: Context, tx: Db, eventId: number): Promise<void> {
  const now = ctx.now()
  const event = await selectAdmissionEvent(tx, eventId)
  if (event === null) return
  const since = (instant: string) => now.getTime() - Date.parse(instant)
  const waiting = since(event.start_date_event) >= 0 ? await selectInState(tx, eventId, 'WAITING') : []
  const pending = since(event.end_date_event) >= 0 ? await selectInState(tx, eventId, 'PENDING') : []
  const unpaid = since(event.end_date_event) >= decidedAfterEnd ? await selectInState(tx, eventId, 'UNPAID') : []
  const invited = since(event.end_date_event) >= 0 ? await selectInState(tx, eventId, 'INVITED') : []
  if (since(event.end_date_event) >= 0) await releaseDoorSeats(tx, eventId)
  const late = [...waiting, ...pending, ...unpaid]
  const seats = await endApplications(tx, late, 'too_late', '', now)
  const unclaimed = await endApplications(tx, invited, 'not_claimed', '', now)
  await noteNews(tx, 'too_late', late)
  await addTaken(tx, eventId, -seats - unclaimed, -waiting.length)
}

/** Runs `work` for each of these events in a transaction of its own that holds its seats. One that fails does not stop the
 *  others: their errors are thrown together at the end. */
async function inEach(
  ctx: Context,
  eventIds: number[],
  work: (tx: Db, eventId: number) => Promise<void>,
): Promise<void> {
  const failures: Error[] = []
  for (const eventId of eventIds) {
    try {
      await ctx.db.transaction(async (tx) => {
        await lockSeats(tx, eventId)
        await work(tx, eventId)
      })
      ctx.announcer.announce(eventId)
    } catch (cause) {
      failures.push(new Error(`event ${eventId}: ${cause instanceof Error ? cause.message : cause}`, { cause }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

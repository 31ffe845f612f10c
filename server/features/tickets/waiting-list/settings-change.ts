import type { EventFields } from '#contract/events/event-fields.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { noteNews, noteNewsAnew } from '#server/features/tickets/mails/notifications.repository.ts'
import { addTaken, selectSeats } from '#server/features/tickets/store/seats.repository.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { promote } from './promote.ts'
import {
  askForApproval,
  endApplications,
  hasRunningDeadline,
  hasTooLargeParty,
  selectInState,
  shortenDeadlines,
} from './waiting-list.repository.ts'

/** Adjusts an event's applications to its edited settings (docs/rules.md, Settings that change after people applied), in the
 *  transaction that has written the settings and holds the event's seats. Throws `approvals_open`, `payments_open`,
 *  `party_in_line` and `deadline_past`. */
export async function settleApplications(
  tx: Db,
  eventId: number,
  before: EventFields,
  after: EventFields,
  now: Date,
  counted: CountedEmails,
): Promise<void> {
  if (before.needs_approval && !after.needs_approval) await refuseWhilePending(tx, eventId)
  if (before.promptpay_id !== after.promptpay_id) await notifyPayers(tx, eventId, before, after)
  if (before.start_date_event !== after.start_date_event) {
    // Deadlines end with the start: people with time left would lose their seats at once.
    const isPast = Date.parse(after.start_date_event) <= now.getTime()
    if (isPast && (await hasRunningDeadline(tx, eventId, now))) throw new AppError('deadline_past')
    const shortened = await shortenDeadlines(tx, eventId, after.start_date_event, now)
    await noteNewsAnew(tx, 'deadline_shortened', shortened)
  }
  const { waiting } = await selectSeats(tx, eventId)
  if (waiting === 0) return
  if (await hasTooLargeParty(tx, eventId)) throw new AppError('party_in_line')
  if (after.needs_approval) await turnIntoPending(tx, eventId, now)
  else {
    await promote(tx, eventId, now, counted)
    if (!after.waiting_list) await closeWaitingList(tx, eventId, now)
  }
}

async function refuseWhilePending(tx: Db, eventId: number): Promise<void> {
  if ((await selectInState(tx, eventId, 'PENDING')).length > 0) throw new AppError('approvals_open')
}

/** Mails the new receiver to people who still have to pay. There must be one while anybody does. */
async function notifyPayers(tx: Db, eventId: number, before: EventFields, after: EventFields): Promise<void> {
  if (before.promptpay_id === '') return
  const unpaid = await selectInState(tx, eventId, 'UNPAID')
  if (unpaid.length > 0 && after.promptpay_id === '') throw new AppError('payments_open')
  await noteNewsAnew(tx, 'receiver_changed', unpaid)
}

async function turnIntoPending(tx: Db, eventId: number, now: Date): Promise<void> {
  const waiting = await selectInState(tx, eventId, 'WAITING')
  await askForApproval(tx, eventId, now)
  await addTaken(tx, eventId, 0, -waiting.length)
  await noteNews(tx, 'to_approve', waiting)
}

async function closeWaitingList(tx: Db, eventId: number, now: Date): Promise<void> {
  const waiting = await selectInState(tx, eventId, 'WAITING')
  await endApplications(tx, waiting, 'line_closed', '', now)
  await addTaken(tx, eventId, 0, -waiting.length)
  await noteNews(tx, 'line_closed', waiting)
}

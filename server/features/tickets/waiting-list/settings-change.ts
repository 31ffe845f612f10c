import type { EventDraft } from '#contract/events/event-draft.ts'
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

/**
 * Makes the applications for an event what its edited settings say (docs/decisions/075-the-life-of-an-application.md, What
 * may change), in the transaction that has written them and holds the event's seats. Throws `approvals_open`,
 * `payments_open`, `party_in_line` and `deadline_past`.
 */
export async function settleApplications(
  tx: Db,
  eventId: number,
  before: EventDraft,
  draft: EventDraft,
  now: Date,
  counted: CountedEmails,
): Promise<void> {
  if (before.needs_approval && !draft.needs_approval) await refuseWhilePending(tx, eventId)
  if (before.promptpay_id !== draft.promptpay_id) await tellPayers(tx, eventId, before, draft)
  if (before.start_date_event !== draft.start_date_event) {
    // A deadline ends with the start: those whose time runs would lose their seats at once.
    const isPast = Date.parse(draft.start_date_event) <= now.getTime()
    if (isPast && (await hasRunningDeadline(tx, eventId, now))) throw new AppError('deadline_past')
    const shortened = await shortenDeadlines(tx, eventId, draft.start_date_event, now)
    await noteNewsAnew(tx, 'deadline_shortened', shortened)
  }
  const { waiting } = await selectSeats(tx, eventId)
  if (waiting === 0) return
  if (await hasTooLargeParty(tx, eventId)) throw new AppError('party_in_line')
  if (draft.needs_approval) await putBeforeOrganizer(tx, eventId, now)
  else {
    await promote(tx, eventId, now, counted)
    if (!draft.waiting_list) await dissolveLine(tx, eventId, now)
  }
}

async function refuseWhilePending(tx: Db, eventId: number): Promise<void> {
  if ((await selectInState(tx, eventId, 'PENDING')).length > 0) throw new AppError('approvals_open')
}

/** Whoever has still to pay is told of another receiver; there must be one as long as somebody has to pay. */
async function tellPayers(tx: Db, eventId: number, before: EventDraft, draft: EventDraft): Promise<void> {
  if (before.promptpay_id === '') return
  const unpaid = await selectInState(tx, eventId, 'UNPAID')
  if (unpaid.length > 0 && draft.promptpay_id === '') throw new AppError('payments_open')
  await noteNewsAnew(tx, 'receiver_changed', unpaid)
}

async function putBeforeOrganizer(tx: Db, eventId: number, now: Date): Promise<void> {
  const waiting = await selectInState(tx, eventId, 'WAITING')
  await askForApproval(tx, eventId, now)
  await addTaken(tx, eventId, 0, -waiting.length)
  await noteNews(tx, 'to_approve', waiting)
}

async function dissolveLine(tx: Db, eventId: number, now: Date): Promise<void> {
  const waiting = await selectInState(tx, eventId, 'WAITING')
  await endApplications(tx, waiting, 'line_closed', '', now)
  await addTaken(tx, eventId, 0, -waiting.length)
  await noteNews(tx, 'line_closed', waiting)
}

import { seatedState } from '#contract/events/application.ts'
import { waitingListMoves } from '#contract/events/applying.ts'
import type { CountedEmails } from '#server/features/accounts/viewer.ts'
import { type AdmissionEvent, selectAdmissionEvent } from '#server/features/tickets/admission/admission.repository.ts'
import { isStillEligible, payBy } from '#server/features/tickets/admission/admission.rules.ts'
import { seatGiver } from '#server/features/tickets/admission/seats.rules.ts'
import { noteNews } from '#server/features/tickets/mails/notifications.repository.ts'
import { notePaid } from '#server/features/tickets/store/payments.repository.ts'
import { addTaken } from '#server/features/tickets/store/seats.repository.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import { endApplications, giveSeats, issuePaid, selectWaiting, type Terms } from './waiting-list.repository.ts'

/** Waiting applications read at once: at first about as many as there are seats, because most of them are still eligible. */
const fewest = 20
const most = 1_000

/** Gives the free seats of an event to the first on its waiting list, and mails them. Call it in the transaction that frees
 *  a seat, holding the event's seats (`lockSeats`): nobody else ever finds the seat free. People who are no longer eligible
 *  are removed from the list; people whose ticket type is full keep their places. A party that does not fit yet reserves the
 *  free seats. Does nothing if nobody waits, or once the event has started. */
export async function promote(db: Db, eventId: number, now: Date, counted: CountedEmails): Promise<void> {
  const event = await selectAdmissionEvent(db, eventId)
  if (event === null || event.waiting === 0) return
  if (!waitingListMoves({ ...event, is_called_off: event.called_off_at !== null }, now.getTime())) return
  const { promoted, passedOver, seats, reserved } = await choose(db, eventId, event, counted)
  if (promoted.length + passedOver.length === 0 && reserved === event.reserved) return
  const terms = termsOf(event, now)
  // Statements that do not need each other's rows are sent at once.
  const [{ issued, toPay }] = await Promise.all([
    giveSeats(db, promoted, 'promoted', terms, '', now),
    passedOver.length > 0 ? endApplications(db, passedOver, 'not_eligible', '', now) : undefined,
    addTaken(db, eventId, seats, -promoted.length - passedOver.length, reserved),
  ])
  await Promise.all([
    noteNews(db, 'promoted', issued),
    noteNews(db, 'promoted_to_pay', toPay),
    noteNews(db, 'not_eligible', passedOver),
  ])
}

/** The terms on which the event gives seats now. */
export function termsOf(event: AdmissionEvent, now: Date): Terms {
  return { state: seatedState(event), payBy: payBy(event, now), priceSatang: event.price_satang }
}

/** The first on the waiting list for whom there are seats, and those passed over because they are no longer eligible. */
async function choose(
  db: Db,
  eventId: number,
  event: AdmissionEvent,
  counted: CountedEmails,
): Promise<{ promoted: number[]; passedOver: number[]; seats: number; reserved: number }> {
  const giver = seatGiver(event)
  const promoted: number[] = []
  const passedOver: number[] = []
  let seats = 0
  let after = 0
  let count = Math.min(Math.max(giver.free(), fewest), most)
  const types = typesToGive(event)
  while (giver.free() > 0 && types?.length !== 0) {
    const next = await selectWaiting(db, eventId, after, count, types, counted)
    for (const one of next) {
      if (giver.free() <= 0) break
      if (!isStillEligible(one, event)) passedOver.push(one.ticket_row)
      else if (giver.give(one.ticket_type_id, one.seats)) {
        promoted.push(one.ticket_row)
        seats += one.seats
      }
    }
    if (next.length < count) break
    after = next.at(-1)?.ticket_row ?? after
    count = most
  }
  return { promoted, passedOver, seats, reserved: giver.reserved() }
}

/** The types with both a free seat and somebody waiting for one; null if somebody waits for any seat. */
function typesToGive({ ticket_types, waiting }: AdmissionEvent): number[] | null {
  const forTypes = ticket_types.filter((type) => type.waiting > 0)
  if (forTypes.reduce((sum, type) => sum + type.waiting, 0) < waiting) return null
  return forTypes.filter(({ capacity, taken }) => capacity === null || taken < capacity).map(({ id }) => id)
}

/** Turns the UNPAID ones of these applications for one event into tickets, mails their holders, and returns them. Call
 *  `lockSeats` first, and announce the event after the commit. */
export async function confirmPayments(tx: Db, ticketIds: number[], now: Date): Promise<number[]> {
  const issued = await issuePaid(tx, ticketIds, now)
  const paid = issued.map(({ id }) => id)
  const applications = issued.flatMap(({ id, party_of }) => (party_of === null ? [id] : []))
  if (paid.length > 0) await notePaid(tx, paid, now)
  await noteNews(tx, 'paid', applications)
  return applications
}

import { type Db, sql } from '#server/lib/postgres/database.ts'

/** An action on an event; `who` is the index of the person. */
export type Step =
  | { step: 'apply' | 'unapply' | 'check in' | 'undo'; who: number }
  | { step: 'limit'; limit: number | null }
  | { step: 'call off' }

/** A step with its response: the HTTP status and the refusal's code (or a scan's verdict), '' on success. */
export type Answered = Step & { status: number; said: string }

export interface TicketState {
  id: number
  user_id: number
  ticket_number: string
  status: 'ACTIVE' | 'USED' | 'CANCELLED'
  /** The scan whose entry counts, else the last undone one, or null. */
  scan_id: string | null
  undone: boolean
  entries: number
}

/** The state of an event's tickets while no call is running. */
export interface EventState {
  capacity: number | null
  taken: number
  called_off: boolean
  tickets: TicketState[]
}

/** Reads the state directly from the database. */
export async function readState(db: Db, eventId: number): Promise<EventState> {
  const event = await db.one<Omit<EventState, 'tickets'>>(sql`
    SELECT s.capacity, s.taken, e.called_off_at IS NOT NULL AS called_off
    FROM events e JOIN event_seats s ON s.event_id = e.id WHERE e.id = ${eventId}`)
  const tickets = await db.many<TicketState>(sql`
    SELECT t.id, t.user_id, t.ticket_number, t.status, last.scan_id, last.undone_at IS NOT NULL AS undone,
           (SELECT count(*)::int FROM check_ins c
            WHERE c.ticket_id = t.id AND c.verdict = 'checked_in' AND c.undone_at IS NULL) AS entries
    FROM tickets t
    LEFT JOIN LATERAL (
      SELECT c.scan_id, c.undone_at FROM check_ins c
      WHERE c.ticket_id = t.id AND c.verdict = 'checked_in'
      ORDER BY c.undone_at IS NULL DESC, c.undone_at DESC LIMIT 1
    ) last ON true
    WHERE t.event_id = ${eventId} ORDER BY t.id`)
  return { ...event, tickets }
}

const isHeld = ({ status }: { status: string }) => status !== 'CANCELLED'

/** The person's last ticket, held or cancelled. */
export function lastTicket(state: EventState, userId: number): TicketState | undefined {
  return state.tickets.findLast((ticket) => ticket.user_id === userId)
}

/** Checks the invariants of an event; returns a sentence for each violation. */
export function faultsOf({ capacity, taken, tickets }: EventState): string[] {
  const held = tickets.filter(isHeld)
  const faults: string[] = []
  if (taken !== held.length) faults.push(`the counter says ${taken} and ${held.length} tickets are held`)
  if (capacity !== null && taken > capacity) faults.push(`${taken} seats are taken of ${capacity}`)
  if (new Set(held.map(({ user_id }) => user_id)).size < held.length) faults.push('somebody holds two tickets')
  for (const { id, status, entries } of tickets) {
    if (status === 'USED' && entries !== 1) faults.push(`ticket ${id} is used and has ${entries} entries`)
    if (status === 'ACTIVE' && entries !== 0) faults.push(`ticket ${id} is active and has ${entries} entries`)
  }
  return faults
}

/** Checks the responses to concurrent steps between two states; returns a sentence for each that no order explains. `people` are
 *  the ids of those involved. */
export function unexplained(before: EventState, answers: Answered[], after: EventState, people: number[]): string[] {
  const done = (step: Step['step'], who?: number) =>
    answers.filter(
      (one) => one.step === step && one.said === '' && (who === undefined || ('who' in one && one.who === who)),
    ).length
  const mostTaken = before.taken + done('apply')
  const limits = [
    before.capacity,
    ...answers.flatMap((one) => (one.step === 'limit' && one.said === '' ? [one.limit] : [])),
  ]
  const lowest = Math.min(...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY))
  const calledOff = before.called_off || done('call off') > 0

  const isExplained = (one: Answered): boolean => {
    if (one.status >= 500) return false
    if (one.said === '') return true
    if (one.step === 'limit')
      return one.said === 'capacity_below_held' ? mostTaken > (one.limit ?? Number.NaN) : calledOff
    if (one.step === 'call off') return false
    const userId = people[one.who] ?? 0
    const ticket = lastTicket(before, userId)
    const admitted = done('check in', one.who) > 0
    switch (one.said) {
      case 'event_full':
        return mostTaken >= lowest
      case 'already_applied':
        return (ticket !== undefined && isHeld(ticket)) || done('apply', one.who) > 0
      case 'event_not_found':
      case 'event_called_off':
        return calledOff
      case 'cancelled':
        return ticket?.status === 'CANCELLED' || done('unapply', one.who) > 0 || calledOff
      case 'already_used':
        return ticket?.status === 'USED' || admitted
      case 'check_in_undone':
        return ticket?.undone === true || done('undo', one.who) > 0
      case 'ticket_not_active':
        if (one.step === 'undo') return calledOff
        return ticket?.status !== 'ACTIVE' || admitted || done('unapply', one.who) > 0 || calledOff
      default:
        return false
    }
  }

  const faults = answers.filter((one) => !isExplained(one)).map((one) => `nothing explains ${JSON.stringify(one)}`)
  if (!limits.includes(after.capacity)) faults.push(`nobody set the limit to ${after.capacity}`)
  if (after.called_off !== calledOff) faults.push('calling off was answered and did not happen, or the other way round')
  for (const [who, userId] of people.entries()) {
    const heldBefore = before.tickets.filter((ticket) => ticket.user_id === userId && isHeld(ticket)).length
    const heldAfter = after.tickets.filter((ticket) => ticket.user_id === userId && isHeld(ticket)).length
    const expected = calledOff ? 0 : heldBefore + done('apply', who) - done('unapply', who)
    if (heldAfter !== expected)
      faults.push(`person ${who} holds ${heldAfter} tickets but the responses say ${expected}`)
    const made = after.tickets.length - before.tickets.length
    if (made !== done('apply')) faults.push(`${made} tickets were made and ${done('apply')} answered`)
  }
  return faults
}

import type { DoorTicket } from '#contract/tickets/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { plural } from '#web/lib/format/numbers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { guestStatus } from './guest-list.tsx'

/** The valid tickets of the shown ticket's party, as far as this phone knows them; empty for a single one. */
export function partyOf({ answer, snapshot }: Pick<DoorState, 'answer' | 'snapshot'>): DoorTicket[] {
  // Lists of an older release have no parties.
  const party = answer?.ticket?.party ?? null
  if (party === null) return []
  const tickets = [...snapshot.tickets.values()].filter(
    (ticket) => ticket.party === party && ticket.status !== 'CANCELLED',
  )
  return tickets.length > 1 ? tickets : []
}

interface PartyButtonProps {
  state: DoorState
  /** Checks a ticket number in, as if it had been scanned. */
  onCheckIn: (number: string) => void
}

/** Lets in those of a party who are not in yet, by one tap, also offline. */
export function PartyButton({ state, onCheckIn }: PartyButtonProps) {
  const party = partyOf(state)
  const out = party.filter((ticket) => guestStatus(ticket, state.scans).is === 'out')
  const verdict = state.answer?.verdict
  if (party.length === 0 || (verdict !== 'checked_in' && verdict !== 'already_used')) return null
  if (out.length === 0) {
    return <p className="text-center text-ink-soft">Party of {party.length}: all are in.</p>
  }
  const others = out.length === 1 ? 'the last one' : `the other ${plural(out.length, 'guest')}`
  return (
    <Button
      wide
      className="min-h-14 text-lg"
      onClick={() => {
        for (const { ticket_number } of out) onCheckIn(ticket_number)
      }}
    >
      Party of {party.length}: let {others} in
    </Button>
  )
}

import type { DoorTicket } from '#contract/door.ts'
import { type CheckedCode, readTicketCode, readTicketNumber } from '#contract/ticket-code.ts'
import { type Decision, isInside, type KeptScan } from './kept-scan.ts'
import type { Snapshot } from './snapshot.ts'

/** Whether a code is signed with the event's key; null where this browser cannot tell. */
export type CheckSignature = (code: CheckedCode, publicKey: string) => Promise<boolean | null>

interface Known {
  door: Snapshot
  /** What this phone decided by itself so far. */
  scans: KeptScan[]
}

/**
 * What comes of showing a ticket, as far as this phone can tell without the server; in the server's order. A signed
 * ticket that the phone has not heard of was given after it last heard from the server, and is good. A code whose
 * signature cannot be checked counts as its number, as if somebody had typed it.
 */
export async function decideLocally(
  known: Known,
  text: string,
  now: Date,
  checkSignature: CheckSignature,
): Promise<Decision> {
  const code = readTicketCode(text)
  if (code === null) {
    const number = readTicketNumber(text)
    return number === null ? noTicket('unknown') : decideNumber(known, number, now, false)
  }
  const signed = await checkSignature(code, known.door.public_key)
  if (signed === false) return noTicket('forged')
  if (code.event_id !== known.door.event_id) return noTicket('wrong_event')
  return decideNumber(known, code.ticket_number, now, signed === true)
}

function decideNumber({ door, scans }: Known, number: string, now: Date, signed: boolean): Decision {
  const held = door.tickets.get(number)
  if (held === undefined && !signed) return noTicket('unknown')
  const ticket = held ?? { ticket_number: number, fullname: '', status: 'ACTIVE', used_at: null }
  if (ticket.status === 'CANCELLED' || door.is_called_off) return { verdict: 'cancelled', ticket }
  const inside = scans.find((scan) => isInside(scan) && scan.ticket?.ticket_number === number)
  if (inside) return { verdict: 'already_used', ticket: used(ticket, inside.scanned_at) }
  if (ticket.status === 'USED') return { verdict: 'already_used', ticket }
  if (now.getTime() >= Date.parse(door.end_date_event)) return { verdict: 'expired', ticket }
  return { verdict: 'admitted', ticket: used(ticket, now.toISOString()) }
}

const used = (ticket: DoorTicket, at: string): DoorTicket => ({ ...ticket, status: 'USED', used_at: at })

const noTicket = (verdict: Decision['verdict']): Decision => ({ verdict, ticket: null })

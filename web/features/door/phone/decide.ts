import type { DoorTicket } from '#contract/tickets/door.ts'
import { type CheckedCode, readTicketCode, readTicketNumber, signedText } from '#contract/tickets/ticket-code.ts'
import { type Decision, isInside, type KeptScan } from './scan.ts'
import type { Snapshot } from './snapshot.ts'

/** Tells whether a code is signed with the event's key; null where this browser cannot check it. */
export type CheckSignature = (code: CheckedCode, publicKey: string) => Promise<boolean | null>

/** What a scanned text means on its own: the number of a ticket of this event, or a verdict that it is none. A code
 *  whose signature cannot be checked counts as its number, as if somebody had typed it. */
export type Shown = { number: string; signed: boolean } | { verdict: 'unknown' | 'forged' | 'wrong_event' }

export async function readShown(
  { event_id, public_key }: Pick<Snapshot, 'event_id' | 'public_key'>,
  text: string,
  checkSignature: CheckSignature,
): Promise<Shown> {
  const code = readTicketCode(text)
  if (code === null) {
    const number = readTicketNumber(text)
    return number === null ? { verdict: 'unknown' } : { number, signed: false }
  }
  const signed = await checkSignature(code, public_key)
  if (signed === false) return { verdict: 'forged' }
  if (code.event_id !== event_id) return { verdict: 'wrong_event' }
  return { number: code.ticket_number, signed: signed === true }
}

interface Known {
  door: Snapshot
  /** The scans that this phone has made so far, in all of its tabs. */
  scans: KeptScan[]
}

/**
 * Decides about a ticket without the server, by the server's rules and in their order. A signed ticket that the phone
 * does not know was issued after its last refresh, and is good. The function is synchronous, so that it fits into the
 * transaction that keeps the decision.
 */
export function decideLocally({ door, scans }: Known, shown: Shown, now: Date): Decision {
  if ('verdict' in shown) return { verdict: shown.verdict, ticket: null }
  const { number, signed } = shown
  const held = door.tickets.get(number)
  if (held === undefined && !signed) return { verdict: 'unknown', ticket: null }
  const ticket = held ?? { ticket_number: number, fullname: '', status: 'ACTIVE', used_at: null, used_door: null }
  if (ticket.status === 'CANCELLED' || door.is_called_off) return { verdict: 'cancelled', ticket }
  const inside = scans.find((scan) => isInside(scan) && scan.ticket?.ticket_number === number)
  if (inside) return { verdict: 'already_used', ticket: used(ticket, inside.scanned_at) }
  if (ticket.status === 'USED') return { verdict: 'already_used', ticket }
  if (now.getTime() >= Date.parse(door.end_date_event)) return { verdict: 'expired', ticket }
  return { verdict: 'checked_in', ticket: used(ticket, now.toISOString()) }
}

const used = (ticket: DoorTicket, at: string): DoorTicket => ({ ...ticket, status: 'USED', used_at: at })

/** Loads the library that checks signatures while there is a network. */
export const loadVerifier = () => import('@noble/ed25519')

/** Whether a code is signed with this key (Ed25519, base64url). Null where the browser cannot check it: it has no
 *  `crypto.subtle` outside of https and localhost, or the library has not been loaded. */
export async function checkSignature(code: CheckedCode, publicKey: string): Promise<boolean | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const verifier = await loadVerifier().catch(() => null)
  if (verifier === null) return null
  try {
    const text = new TextEncoder().encode(signedText(code))
    return await verifier.verifyAsync(bytesOf(code.signature), text, bytesOf(publicKey))
  } catch {
    // The text does not have the shape of a signature.
    return false
  }
}

function bytesOf(base64url: string): Uint8Array {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

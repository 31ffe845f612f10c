import type { DoorTicket } from '#contract/tickets/door.ts'
import { type CheckedCode, readTicketCode, readTicketNumber, signedText } from '#contract/tickets/ticket-code.ts'
import { type Decision, isUnsentEntry, type SavedScan } from './scan.ts'
import type { Snapshot } from './snapshot.ts'

/** A scanned or typed text: the number of a ticket for this event, or the verdict if it is not one. A code whose
 *  signature cannot be checked counts as a typed number. */
export type ReadCode = { number: string; signed: boolean } | { verdict: 'unknown' | 'forged' | 'wrong_event' }

export async function readCode(
  { event_id, public_key }: Pick<Snapshot, 'event_id' | 'public_key'>,
  text: string,
  verify: VerifySignature = verifySignature,
): Promise<ReadCode> {
  const code = readTicketCode(text)
  if (code === null) {
    const number = readTicketNumber(text)
    return number === null ? { verdict: 'unknown' } : { number, signed: false }
  }
  const signed = await verify(code, public_key)
  if (signed === false) return { verdict: 'forged' }
  if (code.event_id !== event_id) return { verdict: 'wrong_event' }
  return { number: code.ticket_number, signed: signed === true }
}

interface LocalState {
  door: Snapshot
  /** This phone's scans, in all of its tabs. */
  scans: SavedScan[]
}

/**
 * Decides without the server, by the server's rules in the same order. A signed ticket that the phone does not know was
 * issued after its last refresh, so it is valid. Synchronous, to run inside the transaction that saves the decision.
 */
export function decideLocally({ door, scans }: LocalState, code: ReadCode, now: Date): Decision {
  if ('verdict' in code) return { verdict: code.verdict, ticket: null }
  const { number, signed } = code
  const listed = door.tickets.get(number)
  // A signed ticket that is listed as an invitation was claimed since.
  const known = listed?.status === 'INVITED' ? undefined : listed
  const isTicket = known !== undefined && known.was_issued !== false
  const entry = scans.find((scan) => isUnsentEntry(scan) && scan.ticket?.ticket_number === number)
  if (!isTicket && !signed && !entry) return { verdict: 'unknown', ticket: listed ?? null }
  const ticket = known ?? entry?.ticket ?? newTicket(number)
  if (ticket.status === 'CANCELLED' || door.is_called_off) return { verdict: 'cancelled', ticket }
  if (entry) return { verdict: 'already_used', ticket: used(ticket, entry.scanned_at) }
  if (ticket.status === 'USED') return { verdict: 'already_used', ticket }
  if (now.getTime() >= Date.parse(door.end_date_event)) return { verdict: 'expired', ticket }
  return { verdict: 'checked_in', ticket: used(ticket, now.toISOString()) }
}

/** A ticket of which only the number is known. */
const newTicket = (ticket_number: string): DoorTicket => ({
  ticket_number,
  fullname: '',
  status: 'ACTIVE',
  ticket_type: '',
  party: null,
  used_at: null,
  used_door: null,
})

const used = (ticket: DoorTicket, at: string): DoorTicket => ({ ...ticket, status: 'USED', used_at: at })

/** Loads the signature library; call it while online. */
export const loadVerifier = () => import('@noble/ed25519')

/** Whether a code is signed with the event's key; null if this browser cannot verify it. */
type VerifySignature = (code: CheckedCode, publicKey: string) => Promise<boolean | null>

/** Ed25519, with the key in base64url. Needs the library and `crypto.subtle`, which exists only on https and
 *  localhost. */
const verifySignature: VerifySignature = async (code, publicKey) => {
  if (globalThis.crypto?.subtle === undefined) return null
  const verifier = await loadVerifier().catch(() => null)
  if (verifier === null) return null
  try {
    const text = new TextEncoder().encode(signedText(code))
    return await verifier.verifyAsync(bytesOf(code.signature), text, bytesOf(publicKey))
  } catch {
    // Not a well-formed signature.
    return false
  }
}

function bytesOf(base64url: string): Uint8Array {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

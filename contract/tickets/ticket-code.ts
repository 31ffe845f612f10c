import { z } from 'zod'
import { localDate } from '#contract/dates.ts'
import { Id, mostId } from '#contract/fields.ts'
import { inAscii } from '#contract/numbers.ts'
import type { SignedTicket } from './tickets.ts'

/** The text that is signed, in UTF-8 (docs/rules.md, Applying and tickets). */
export function signedText(ticket: { ticket_id: string; event_id: number; ticket_number: string }): string {
  return `ruam ticket 1\n${ticket.ticket_id}\n${ticket.event_id}\n${ticket.ticket_number}`
}

/** The JSON in a ticket's QR code (specification, Virtual Ticket). An offline door checks only the signed fields and the
 *  signature; the rest is for people who scan it with another app, and is never trusted. */
export const TicketCode = z.object({
  ticket_id: z.uuid(),
  event_id: Id,
  ticket_number: z.string(),
  event_name: z.string(),
  fullname: z.string(),
  profile_picture: z.string(),
  register_date: z.string(),
  status: z.string(),
  /** Ed25519 (RFC 8032) by the server's key over `signedText`, base64url. */
  signature: z.string(),
})
export type TicketCode = z.infer<typeof TicketCode>

/** In characters. With longer names the squares would be too small for a camera. */
const longestName = 40

/** The text of a ticket's QR code, in English for all doors. */
export function ticketCodeText(
  ticket: Pick<
    SignedTicket,
    'ticket_id' | 'event_id' | 'ticket_number' | 'fullname' | 'register_date' | 'status' | 'signature'
  >,
  eventName: string,
): string {
  return JSON.stringify({
    ticket_id: ticket.ticket_id,
    event_id: ticket.event_id,
    ticket_number: ticket.ticket_number,
    event_name: eventName,
    fullname: [...ticket.fullname].slice(0, longestName).join(''),
    // A QR code has no room for a picture.
    profile_picture: 'placeholder',
    register_date: localDate(ticket.register_date, 'en'),
    status: ticket.status.charAt(0) + ticket.status.slice(1).toLowerCase(),
    signature: ticket.signature,
  } satisfies TicketCode)
}

/** The fields that a door checks. */
export type CheckedCode = Pick<TicketCode, 'ticket_id' | 'event_id' | 'ticket_number' | 'signature'>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads a QR code's text; null if it is not a ticket code. Does not check the signature, and does not use the schema, so that
 *  pages that import this do not load zod. */
export function readTicketCode(text: string): CheckedCode | null {
  try {
    const { ticket_id, event_id, ticket_number, signature } = JSON.parse(text)
    const texts = [ticket_id, ticket_number, signature].every((part) => typeof part === 'string')
    const isCode = texts && uuid.test(ticket_id) && Number.isInteger(event_id) && event_id > 0 && event_id <= mostId
    return isCode ? { ticket_id, event_id, ticket_number, signature } : null
  } catch {
    return null
  }
}

/** Digits and capitals that are not confused when read aloud or on a small screen. */
export const ticketNumberAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const ticketNumber = new RegExp(`^([${ticketNumberAlphabet}]{4})([${ticketNumberAlphabet}]{4})$`)

/** Normalizes a partly typed ticket number, without dashes. U becomes V: of the letters outside the alphabet, only U looks like
 *  exactly one inside. */
export function asNumberLetters(text: string): string {
  return inAscii(text)
    .normalize('NFKC')
    .replace(/[\s\p{Dash_Punctuation}]/gu, '')
    .toUpperCase()
    .replaceAll('U', 'V')
}

/** Normalizes a typed ticket number, such as `k7pm 3qxa` to `K7PM-3QXA`; null if it is not one. */
export function readTicketNumber(text: string): string | null {
  const [, head, tail] = ticketNumber.exec(asNumberLetters(text)) ?? []
  return head === undefined ? null : `${head}-${tail}`
}

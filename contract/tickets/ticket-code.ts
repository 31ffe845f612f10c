import { z } from 'zod'
import { localDate } from '#contract/dates.ts'
import { Id, mostId } from '#contract/fields.ts'
import { inAscii } from '#contract/numbers.ts'
import { type SignedTicket, statusLabels } from './tickets.ts'

/** The text that a ticket's signature is made over, as bytes in UTF-8 (docs/rules.md, Applying and tickets). */
export function signedText(ticket: { ticket_id: string; event_id: number; ticket_number: string }): string {
  return `ruam ticket 1\n${ticket.ticket_id}\n${ticket.event_id}\n${ticket.ticket_number}`
}

/** The JSON in a ticket's QR code (specification, Virtual Ticket). `event_id`, `ticket_number` and `signature` are what
 *  a door without a network checks; the rest is for people with another reader, and nobody believes it. */
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

/** How many letters of a name go into the code: with more of them its squares would be too small for a camera. */
const longestName = 40

/** The text of a ticket's QR code, for the screen and for mails. */
export function ticketCodeText(ticket: SignedTicket, eventName: string): string {
  return JSON.stringify({
    ticket_id: ticket.ticket_id,
    event_id: ticket.event_id,
    ticket_number: ticket.ticket_number,
    event_name: eventName,
    fullname: [...ticket.fullname].slice(0, longestName).join(''),
    // A picture has no room in a QR code.
    profile_picture: 'placeholder',
    register_date: localDate(ticket.register_date),
    status: statusLabels[ticket.status],
    signature: ticket.signature,
  } satisfies TicketCode)
}

/** The fields of a code that a door checks. */
export type CheckedCode = Pick<TicketCode, 'ticket_id' | 'event_id' | 'ticket_number' | 'signature'>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The ticket that a QR code's text names; null where it is no ticket code at all. The signature is not checked here. It
 *  is read without the schema, because every page can sign out, and then forgets what the codes of guests say. */
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

/** Digits and capitals that are not mistaken for one another when read aloud or off a small screen. */
export const ticketNumberAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const ticketNumber = new RegExp(`^([${ticketNumberAlphabet}]{4})([${ticketNumberAlphabet}]{4})$`)

/** What somebody typed of a ticket number, in the letters of ticket numbers and without dashes. Of what the alphabet leaves out
 *  only U looks like exactly one of its letters. */
export function asNumberLetters(text: string): string {
  return inAscii(text)
    .normalize('NFKC')
    .replace(/[\s\p{Dash_Punctuation}]/gu, '')
    .toUpperCase()
    .replaceAll('U', 'V')
}

/** `K7PM-3QXA` out of `k7pm 3qxa` and the like, as somebody typed it; null where it cannot be a ticket number. */
export function readTicketNumber(text: string): string | null {
  const [, head, tail] = ticketNumber.exec(asNumberLetters(text)) ?? []
  return head === undefined ? null : `${head}-${tail}`
}

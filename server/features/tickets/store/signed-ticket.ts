import { signedText } from '#contract/tickets/ticket-code.ts'
import type { SignedTicket } from '#contract/tickets/tickets.ts'
import type { SigningKey } from '#server/lib/security/signing-key.ts'
import type { FullTicket } from './tickets.repository.ts'

/** The ticket as its holder and the event's owner read it. An application that never became a ticket is not signed: a door
 *  without a network believes the signature. */
export function signedTicket(key: SigningKey, found: FullTicket): SignedTicket {
  const { was_issued, given, questions, change_until, ...ticket } = found
  const signature = was_issued ? key.sign(signedText(ticket)) : ''
  if (questions.length === 0 && given.length === 0) return { ...ticket, signature }
  return { ...ticket, signature, answers: { given, questions, change_until } }
}

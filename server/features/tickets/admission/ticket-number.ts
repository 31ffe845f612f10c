import { randomInt } from 'node:crypto'
import { ticketNumberAlphabet as alphabet } from '#contract/tickets/ticket-code.ts'

/** A random number such as `K7PM-3QXA`: one of 656 thousand million. */
export function newTicketNumber(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

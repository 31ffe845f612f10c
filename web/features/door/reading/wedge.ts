import { readTicketCode, readTicketNumber } from '#contract/tickets/ticket-code.ts'
import { usKey } from './us-keyboard.ts'

/** A scanner that is plugged in types like a keyboard, but without a pause: milliseconds between two keys, on a busy
 *  computer too. Who types a number as fast, without a field, means the same. */
const longestGap = 300

/** Shorter is no ticket number. */
const shortest = 8

export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

export interface Burst {
  text: string
  /** The same keys on a US keyboard: while the computer writes Thai, `text` is not what the scanner meant. */
  usText: string
  /** When its last key came, in milliseconds. */
  at: number
}

export const noBurst: Burst = { text: '', usText: '', at: Number.NEGATIVE_INFINITY }

/** Takes one key further: the burst so far, and the code where Enter has ended one. */
export function readKey(burst: Burst, { key, code, shiftKey }: Key, at: number): { burst: Burst; code: string | null } {
  const fast = at - burst.at <= longestGap
  if (key === 'Enter') {
    return { burst: noBurst, code: fast && burst.text.trim().length >= shortest ? meantBy(burst) : null }
  }
  // Shift and the like are pressed in between.
  if (key.length !== 1) return { burst: fast ? { ...burst, at } : noBurst, code: null }
  const before = fast ? burst : noBurst
  return { burst: { text: before.text + key, usText: before.usText + usKey(code, shiftKey), at }, code: null }
}

/** What was typed, or what the same keys say on a US keyboard where only that is a ticket. */
export function meantBy({ text, usText }: Pick<Burst, 'text' | 'usText'>): string {
  return !isTicket(text) && isTicket(usText) ? usText : text
}

const isTicket = (text: string) => readTicketCode(text) !== null || readTicketNumber(text) !== null

/** Whether keys belong to a scanner rather than to somebody who uses the page's buttons. */
export const isUnderWay = ({ text }: Burst): boolean => text.length > 1

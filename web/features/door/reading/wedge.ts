import { readTicketCode, readTicketNumber } from '#contract/tickets/ticket-code.ts'
import { usKey } from './us-keyboard.ts'

/**
 * A plugged-in scanner types like a keyboard, but without pauses. This is the longest gap between two of its keys in
 * milliseconds, even on a busy computer. Somebody who types a number as fast, outside of any field, means the same.
 */
const longestGap = 300

/** No ticket number is shorter. */
const shortest = 8

export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

export interface Burst {
  text: string
  /** The same keys on a US keyboard: while the computer writes Thai, `text` is not what the scanner sent. */
  usText: string
  /** The time of the last key, in milliseconds. */
  at: number
}

export const noBurst: Burst = { text: '', usText: '', at: Number.NEGATIVE_INFINITY }

/** Adds a key: returns the burst so far, and the code where Enter has ended one. */
export function readKey(burst: Burst, { key, code, shiftKey }: Key, at: number): { burst: Burst; code: string | null } {
  const fast = at - burst.at <= longestGap
  if (key === 'Enter') {
    return { burst: noBurst, code: fast && burst.text.trim().length >= shortest ? meantBy(burst) : null }
  }
  // Shift and other modifier keys are pressed within a burst.
  if (key.length !== 1) return { burst: fast ? { ...burst, at } : noBurst, code: null }
  const before = fast ? burst : noBurst
  return { burst: { text: before.text + key, usText: before.usText + usKey(code, shiftKey), at }, code: null }
}

/** The typed text, or the text of the same keys on a US keyboard if only that is a ticket. */
export function meantBy({ text, usText }: Pick<Burst, 'text' | 'usText'>): string {
  return !isTicket(text) && isTicket(usText) ? usText : text
}

const isTicket = (text: string) => readTicketCode(text) !== null || readTicketNumber(text) !== null

/** Whether the keys come from a scanner, and not from somebody who uses the page's buttons. */
export const isUnderWay = ({ text }: Burst): boolean => text.length > 1

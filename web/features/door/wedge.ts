/** A scanner that is plugged in types like a keyboard, but faster than anybody: milliseconds between two keys. */
const longestGap = 100

/** Shorter is no ticket number. */
const shortest = 8

export interface Burst {
  text: string
  /** When its last key came, in milliseconds. */
  at: number
}

export const noBurst: Burst = { text: '', at: Number.NEGATIVE_INFINITY }

/** Takes one key (`KeyboardEvent.key`) further: the burst so far, and the code where Enter has ended one. */
export function readKey(burst: Burst, key: string, at: number): { burst: Burst; code: string | null } {
  const fast = at - burst.at <= longestGap
  if (key === 'Enter') {
    return { burst: noBurst, code: fast && burst.text.trim().length >= shortest ? burst.text : null }
  }
  // Shift and the like are pressed in between.
  if (key.length !== 1) return { burst: fast ? { ...burst, at } : noBurst, code: null }
  return { burst: { text: fast ? burst.text + key : key, at }, code: null }
}

/** Whether keys belong to a scanner rather than to somebody who uses the page's buttons. */
export const isUnderWay = ({ text }: Burst): boolean => text.length > 1

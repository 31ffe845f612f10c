/** One line of the doctor's: what holds, or what does not and how it is mended. */
export interface Finding {
  /** What it is about, in one word. */
  about: string
  /** One or two sentences for the operator. */
  says: string
  isFine: boolean
}

export const holds = (about: string, says: string): Finding => ({ about, says, isFine: true })
export const mend = (about: string, says: string): Finding => ({ about, says, isFine: false })

/** What went wrong, as its system calls it. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  if (cause instanceof Error) return reasonOf(cause)
  return message || code || String(error)
}

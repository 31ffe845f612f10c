/** One line of the report: what is fine, or what is wrong and how to fix it. */
export interface Finding {
  /** The subject, in one word. */
  about: string
  /** One or two sentences for the operator. */
  says: string
  isFine: boolean
}

export const fine = (about: string, says: string): Finding => ({ about, says, isFine: true })
export const problem = (about: string, says: string): Finding => ({ about, says, isFine: false })

/** An error's own code or message. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  if (cause instanceof Error) return reasonOf(cause)
  return message || code || String(error)
}

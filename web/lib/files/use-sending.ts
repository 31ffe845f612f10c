import { useState } from 'react'

/** Follows what is being sent: `sent` is how much of it has left, from 0 to 1; null while nothing is. */
export function useSending() {
  const [sent, setSent] = useState<number | null>(null)

  async function send<T>(call: (onProgress: (sent: number) => void) => Promise<T>): Promise<T> {
    setSent(0)
    try {
      return await call(setSent)
    } finally {
      setSent(null)
    }
  }

  return { sent, send }
}

import { useState } from 'react'

/** Follows an upload: `sent` is the share that has been sent, from 0 to 1; null while there is none. */
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

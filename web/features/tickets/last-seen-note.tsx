import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { clockTime, shortDate } from '#contract/dates.ts'
import type { Stale } from '#web/lib/offline/last-seen.ts'
import { Message } from '#web/ui/display/message.tsx'

const betweenTries = 10_000

interface LastSeenNoteProps {
  of: keyof typeof sentences
  /** When a saved response was loaded; null for a current one. */
  stale: Stale | null
}

const sentences = {
  ticket: {
    no_answer: (time: string) => `No network. This is your ticket as of ${time}.`,
    trouble: (time: string) => `The server is in trouble. This is your ticket as of ${time}.`,
  },
  tickets: {
    no_answer: (time: string) => `No network. These are your tickets as of ${time}.`,
    trouble: (time: string) => `The server is in trouble. These are your tickets as of ${time}.`,
  },
  payment: {
    no_answer: (time: string) => `No network. This is what you had to pay as of ${time}.`,
    trouble: (time: string) => `The server is in trouble. This is what you had to pay as of ${time}.`,
  },
} as const

/** Says that the content below is saved data, and loads it again once there is a network. */
export function LastSeenNote({ of, stale }: LastSeenNoteProps) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (stale === null) return
    // Browsers do not always report that the network is back, and never that a slow one has become faster.
    const timer = setInterval(revalidate, betweenTries)
    window.addEventListener('online', revalidate)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', revalidate)
    }
  }, [stale, revalidate])
  if (stale === null) return null
  return (
    <div className="mb-4 print:hidden">
      <Message kind="info">{sentences[of][stale.why](timeOf(stale.seenAt, new Date().toISOString()))}</Message>
    </div>
  )
}

/** A time such as '6:02 PM', with the day if it was not today. */
function timeOf(seenAt: string, now: string): string {
  const day = shortDate(seenAt)
  return day === shortDate(now) ? clockTime(seenAt) : `${day}, ${clockTime(seenAt)}`
}

/** The name under which a ticket is saved; see lastSeen. */
export const ticketName = (ticketId: string | number) => `ticket ${ticketId}`

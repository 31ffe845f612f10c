import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { clockTime, shortDate } from '#contract/dates.ts'
import { Message } from '#web/ui/display/message.tsx'

const betweenTries = 10_000

interface LastSeenNoteProps {
  /** 'This is your ticket' */
  what: string
  /** When the server said so, where it does not answer now; else null. */
  seenAt: string | null
}

/** Says that what follows was kept, and asks anew once there is a network. */
export function LastSeenNote({ what, seenAt }: LastSeenNoteProps) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (seenAt === null) return
    // Browsers do not always tell, and not of a network that only was too slow.
    const timer = setInterval(revalidate, betweenTries)
    window.addEventListener('online', revalidate)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', revalidate)
    }
  }, [seenAt, revalidate])
  if (seenAt === null) return null
  return (
    <div className="mb-4 print:hidden">
      <Message kind="info">
        No network. {what} as of {timeOf(seenAt, new Date().toISOString())}.
      </Message>
    </div>
  )
}

/** '6:02 PM', and the day where it was another one. */
function timeOf(seenAt: string, now: string): string {
  const day = shortDate(seenAt)
  return day === shortDate(now) ? clockTime(seenAt) : `${day}, ${clockTime(seenAt)}`
}

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { clockTime, shortDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import type { Stale } from '#web/lib/offline/last-seen.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
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

interface TicketProblemProps {
  error: unknown
  texts: (typeof ticketProblems)[keyof typeof ticketProblems]
}

/** Shown instead of a ticket that could not be loaded: why, and what to do now. */
export function TicketProblem({ error, texts }: TicketProblemProps) {
  const { text, hint, isMissing } = problemOf(error, texts)
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <Message kind="failure">
          <p className="font-medium">{text}</p>
          {hint ? <p>{hint}</p> : null}
        </Message>
      </div>
      {isMissing ? (
        <ButtonLink to={paths.myTickets} variant="secondary">
          Go to My Tickets
        </ButtonLink>
      ) : (
        <TryAgain />
      )}
    </div>
  )
}

/** The messages of the ticket screens if the server gives none (specification, section 8). */
export const ticketProblems = {
  list: {
    signedOut: 'User not logged in or missing credentials.',
    failed: 'Failed to fetch tickets or events.',
  },
  ticket: {
    signedOut: 'Unauthorized: No access token found.',
    failed: 'Failed to fetch data.',
  },
} as const

/** Why a ticket screen cannot be shown. `isMissing`: trying again would not help. */
export function problemOf(
  error: unknown,
  texts: (typeof ticketProblems)[keyof typeof ticketProblems],
): { text: string; hint: string | null; isMissing: boolean } {
  const plain = { hint: null, isMissing: false }
  if (!(error instanceof ApiError)) return { ...plain, text: texts.failed }
  if (error.status === 401) return { ...plain, text: texts.signedOut }
  if (error.code === 'no_answer') return { ...plain, text: texts.failed, hint: error.message }
  return { ...plain, text: error.message, isMissing: error.status === 404 }
}

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { clockTime, dateAndTime, shortDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/tickets.json'
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
    no_answer: m.ticketOffline,
    trouble: m.ticketTrouble,
  },
  tickets: {
    no_answer: m.ticketsOffline,
    trouble: m.ticketsTrouble,
  },
  payment: {
    no_answer: m.paymentOffline,
    trouble: m.paymentTrouble,
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
      <Message kind="info">
        {fill(sentences[of][stale.why], { time: timeOf(stale.seenAt, new Date().toISOString()) })}
      </Message>
    </div>
  )
}

/** A time such as '6:02 PM', with the day if it was not today. */
function timeOf(seenAt: string, now: string): string {
  return shortDate(seenAt) === shortDate(now) ? clockTime(seenAt) : dateAndTime(seenAt)
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
          {m.goToMyTickets}
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
    signedOut: m.notLoggedIn,
    failed: m.ticketsNotFetched,
  },
  ticket: {
    signedOut: m.noAccessToken,
    failed: m.notFetched,
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

import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { clockTime, dayDate, shortDate } from '#contract/dates.ts'
import { cancelTicket, type SignedTicket } from '#contract/tickets/tickets.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import type { Stale } from '#web/lib/offline/last-seen.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
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

/** What the event was when its holder applied, and, where it was moved far, the way to give the ticket back. */
export function MovedNote({ ticket, isStale }: { ticket: SignedTicket; isStale: boolean }) {
  const [asked, setAsked] = useState(false)
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()
  const { moved, status, paid_at } = ticket
  if (moved === undefined || status === 'CANCELLED' || status === 'EXPIRED') return null
  const mayGiveBack = moved.is_far && status === 'ACTIVE' && !isStale

  async function handleGiveBack() {
    await run(async () => {
      await call(cancelTicket, { params: { ticketId: ticket.id }, query: { state: 'ACTIVE' } })
      notify.success('You have given your ticket back.')
      await revalidate()
    }, 'The ticket could not be given back. Please try again.')
    setAsked(false)
  }

  return (
    <div className="mb-4 print:hidden">
      <Message kind="info" announced={false}>
        <p className="font-medium">The organizer has changed the date or place since you applied.</p>
        <p className="figures wrap-anywhere">
          {`Before: ${dayDate(moved.start_date_event)}, ${clockTime(moved.start_date_event)}${moved.place && `, ${moved.place}`}`}
        </p>
        {mayGiveBack ? (
          <Button variant="secondary" className="mt-3" onClick={() => setAsked(true)}>
            Give the ticket back
          </Button>
        ) : null}
      </Message>
      <ConfirmDialog
        open={asked}
        title="Give your ticket back?"
        confirmLabel="Give it back"
        busy={busy && 'Giving back...'}
        onConfirm={handleGiveBack}
        onClose={() => setAsked(false)}
      >
        <p>Your ticket will no longer be valid, and somebody else may take your seat at once.</p>
        {paid_at ? <p>You have paid for it: the organizer owes you a refund of the price.</p> : null}
      </ConfirmDialog>
    </div>
  )
}

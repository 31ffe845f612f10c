import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { clockTime, dayDate } from '#contract/dates.ts'
import { cancelTicket, type SignedTicket } from '#contract/tickets/tickets.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Message } from '#web/ui/display/message.tsx'

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
        <p className="font-medium">The organizer has moved this event since you applied.</p>
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
        <p>Your ticket is no longer valid then, and somebody else may take your seat at once.</p>
        {paid_at ? <p>You have paid for it: the organizer owes you a refund of the price.</p> : null}
      </ConfirmDialog>
    </div>
  )
}

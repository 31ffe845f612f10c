import type { Ticket } from '#contract/tickets/tickets.ts'
import { Message } from '#web/ui/display/message.tsx'

/** What became of the transfer slip that was sent last. */
export function SlipState({ slip }: Pick<Ticket, 'slip'>) {
  // A ticket that was kept on the device by an older version says nothing of it.
  if (!slip) return null
  if (slip.state === 'in_review') {
    return (
      <Message kind="info">
        <p>Your slip is with the organizer. Your seat is held until they have decided, and you are mailed then.</p>
        <p>Do not pay again.</p>
        {slip.readable ? null : <p>The code on it could not be read, so the organizer looks at it more closely.</p>}
      </Message>
    )
  }
  if (slip.state === 'confirmed') return <Message kind="success">Your slip was accepted.</Message>
  return (
    <Message kind="failure">
      <p>Your slip was not accepted. Send the right one before the time to pay is over.</p>
      {slip.reason ? <p className="wrap-anywhere">The reason: {slip.reason}</p> : null}
    </Message>
  )
}

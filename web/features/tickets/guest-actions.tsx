import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { clockTime, dayDate, fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { passOnTicket, sendTicket } from '#contract/tickets/guests.ts'
import { cancelTicket, type Party, type SignedTicket } from '#contract/tickets/tickets.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useNow } from '#web/lib/clock.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog, QuestionDialog } from '#web/ui/controls/dialog.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

type Asked = 'send' | 'pass on' | 'give back'

interface GuestActionsProps {
  ticket: SignedTicket
  party: Party
  onPrintAll: () => void
}

/** What the holder may do with a valid ticket, where an application may have several seats. */
export function GuestActions({ ticket, party, onPrintAll }: GuestActionsProps) {
  const now = useNow()
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayPassOn = now !== null && now < Date.parse(party.pass_on_until)
  const close = () => setAsked(null)
  if (ticket.status !== 'ACTIVE') return null
  return (
    <section aria-label="This seat" className="mt-6 flex flex-wrap gap-3 print:hidden">
      <Button variant="secondary" onClick={() => setAsked('send')}>
        Send to Guest
      </Button>
      {mayPassOn ? (
        <Button variant="secondary" onClick={() => setAsked('pass on')}>
          Pass On
        </Button>
      ) : null}
      <Button variant="secondary" onClick={() => setAsked('give back')}>
        Give Back
      </Button>
      {party.seats.length > 1 ? (
        <Button variant="secondary" onClick={onPrintAll}>
          Print All Tickets
        </Button>
      ) : null}
      <SendDialog open={asked === 'send'} ticket={ticket} onClose={close} />
      <PassOnDialog open={asked === 'pass on'} ticket={ticket} until={party.pass_on_until} onClose={close} />
      <GiveBackDialog open={asked === 'give back'} ticket={ticket} onClose={close} />
    </section>
  )
}

interface DialogProps {
  open: boolean
  ticket: SignedTicket
  onClose: () => void
}

function SendDialog({ open, ticket, onClose }: DialogProps) {
  const { run, running } = useAction()
  const [email, setEmail] = useState('')
  const [isMissing, setMissing] = useState(false)

  async function handleSend() {
    setMissing(email.trim() === '')
    if (email.trim() === '') return
    const sent = await run(
      () => call(sendTicket, { params: { ticketId: ticket.id }, body: { email } }),
      'The ticket could not be sent. Please try again.',
      'Sending...',
    )
    if (!sent) return
    notify.success(`Ticket ${ticket.ticket_number} was sent to ${email.trim()}.`)
    setEmail('')
    onClose()
  }

  async function handleShare() {
    const url = new URL(paths.guestTicket(ticket.ticket_id), location.origin).href
    try {
      if (navigator.share) await navigator.share({ url })
      else {
        await navigator.clipboard.writeText(url)
        notify.success('Link copied. Whoever has it can use this ticket.')
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        notify.failure('Failed to copy link. Please try again.')
    }
  }

  return (
    <QuestionDialog
      open={open}
      title={`Send ticket ${ticket.ticket_number}`}
      confirmLabel="Send"
      keepLabel="Cancel"
      busy={running === 'Sending...' && running}
      onConfirm={handleSend}
      onClose={onClose}
    >
      <p>Your guest gets this one ticket with its code, and sees nothing of the others.</p>
      <Field label="Email of your guest" error={isMissing ? 'Enter the email of your guest.' : undefined}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="off"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <Button variant="secondary" className="self-start" onClick={handleShare}>
        Share a link instead
      </Button>
    </QuestionDialog>
  )
}

function PassOnDialog({ open, ticket, until, onClose }: DialogProps & { until: string }) {
  const { run, running } = useAction()
  const { revalidate } = useRevalidator()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)

  async function handlePassOn() {
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    const passed = await run(
      async () => {
        await call(passOnTicket, { params: { ticketId: ticket.id }, body: { name } })
        await revalidate()
      },
      'The ticket could not be passed on. Please try again.',
      'Saving...',
    )
    if (!passed) return
    notify.success('The ticket has a new name and a new code.')
    setName('')
    onClose()
  }

  return (
    <QuestionDialog
      open={open}
      title="Pass this ticket on to somebody else?"
      confirmLabel="Pass On"
      keepLabel="Cancel"
      busy={running === 'Saving...' && running}
      onConfirm={handlePassOn}
      onClose={onClose}
    >
      <p>
        It gets a new number and a new code. Those of {ticket.fullname} are no longer valid at once, also where they
        were sent. You can pass it on until {fullDate(until)}.
      </p>
      <Field label="New name" error={isMissing ? 'Enter the new name.' : undefined}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
    </QuestionDialog>
  )
}

/** Gives back this ticket alone. */
function GiveBackDialog({ open, ticket, onClose }: DialogProps) {
  const { run, running } = useAction()
  const { revalidate } = useRevalidator()
  const others = (ticket.party?.seats.length ?? 1) - 1

  async function handleGiveBack() {
    await run(
      async () => {
        await call(cancelTicket, { params: { ticketId: ticket.id }, query: { state: 'ACTIVE', one_seat: true } })
        notify.success('The ticket was given back.')
        await revalidate()
      },
      'The ticket could not be given back. Please try again.',
      'Giving back...',
    )
    onClose()
  }

  return (
    <ConfirmDialog
      open={open}
      title="Give this ticket back?"
      confirmLabel="Give Back"
      busy={running === 'Giving back...' && running}
      onConfirm={handleGiveBack}
      onClose={onClose}
    >
      <p>
        The ticket of <strong className="text-ink">{ticket.fullname}</strong> will no longer be valid, and somebody else
        may take the seat at once.{others > 0 ? ' Your other tickets stay valid.' : ''}
      </p>
      {ticket.paid_at ? (
        <p>You have paid for it: the organizer owes you a refund of its price, which is in their list of refunds.</p>
      ) : null}
    </ConfirmDialog>
  )
}

/** What the event was when its holder applied, and, where it was moved far, the way to give the ticket back. */
export function MovedNote({ ticket, isStale }: { ticket: SignedTicket; isStale: boolean }) {
  const [asked, setAsked] = useState(false)
  const { moved, status } = ticket
  if (moved === undefined || status === 'CANCELLED' || status === 'EXPIRED') return null
  const mayGiveBack = moved.is_far && status === 'ACTIVE' && !isStale
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
      <GiveBackDialog open={asked} ticket={ticket} onClose={() => setAsked(false)} />
    </div>
  )
}

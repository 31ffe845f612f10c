import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type TouchEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { passOnTicket, sendTicket } from '#contract/tickets/guests.ts'
import { cancelTicket, type Party, type SignedTicket, showTicket } from '#contract/tickets/tickets.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useNow } from '#web/lib/clock.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog, QuestionDialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

/** In CSS pixels. */
const swipe = 60

/** Turns to the other tickets of a party, by its arrows, and with `handlers` by a swipe over the ticket. Null for a single one. */
export function usePartyTurns({ id, party }: Pick<SignedTicket, 'id' | 'party'>) {
  const navigate = useNavigate()
  const start = useRef<number | null>(null)
  const seats = party?.seats ?? []
  const place = seats.indexOf(id)
  if (seats.length < 2 || place === -1) return null

  const turn = (step: 1 | -1) => {
    const next = seats[(place + step + seats.length) % seats.length]
    if (next !== undefined) void navigate(paths.virtualTicket(next), { replace: true, preventScrollReset: true })
  }
  return {
    place,
    total: seats.length,
    turn,
    handlers: {
      onTouchStart: ({ touches }: TouchEvent) => {
        start.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null
      },
      onTouchEnd: ({ changedTouches }: TouchEvent) => {
        const moved = start.current === null ? 0 : (changedTouches[0]?.clientX ?? 0) - start.current
        start.current = null
        if (Math.abs(moved) >= swipe) turn(moved < 0 ? 1 : -1)
      },
    },
  }
}

/** Loads the tickets of a party and prints them, each on its own page. `printed` has them until that is over. */
export function usePrintAll({ party }: Pick<SignedTicket, 'party'>) {
  const { run, running } = useAction()
  const [printed, setPrinted] = useState<SignedTicket[]>([])

  useEffect(() => {
    if (printed.length === 0) return
    const handleEnd = () => setPrinted([])
    window.addEventListener('afterprint', handleEnd)
    window.print()
    return () => window.removeEventListener('afterprint', handleEnd)
  }, [printed])

  const printAll = () =>
    run(
      async () => {
        const seats = party?.seats ?? []
        setPrinted(await Promise.all(seats.map((ticketId) => call(showTicket, { params: { ticketId } }))))
      },
      'The tickets could not be loaded. Please try again.',
      'Loading...',
    )
  return { printed, printAll, loading: running === 'Loading...' }
}

type Turns = NonNullable<ReturnType<typeof usePartyTurns>>

export function PartyTurns({ name, place, total, turn }: Turns & { name: string }) {
  return (
    <div className="mb-2 flex items-center justify-between gap-2 print:hidden">
      <button type="button" className="icon-button" aria-label="Previous ticket" onClick={() => turn(-1)}>
        <ChevronLeft aria-hidden className="size-6" />
      </button>
      <p role="status" className="figures min-w-0 text-center text-ink-soft">
        <span className="block font-medium wrap-anywhere text-ink">{name}</span>
        Ticket {place + 1} of {total}
      </p>
      <button type="button" className="icon-button" aria-label="Next ticket" onClick={() => turn(1)}>
        <ChevronRight aria-hidden className="size-6" />
      </button>
    </div>
  )
}

type Asked = 'send' | 'pass on' | 'give back'

interface GuestActionsProps {
  ticket: SignedTicket
  party: Party
  onPrintAll: () => void
}

/** What the holder may do with a valid ticket: send it to the guest, pass it on, or give back a guest's seat. */
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
      {ticket.party_of === null ? null : (
        <Button variant="secondary" onClick={() => setAsked('give back')}>
          Give Back
        </Button>
      )}
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

function GiveBackDialog({ open, ticket, onClose }: DialogProps) {
  const { run, running } = useAction()
  const { revalidate } = useRevalidator()

  async function handleGiveBack() {
    await run(
      async () => {
        await call(cancelTicket, { params: { ticketId: ticket.id }, query: { state: 'ACTIVE' } })
        notify.success('The seat was given back.')
        await revalidate()
      },
      'The seat could not be given back. Please try again.',
      'Giving back...',
    )
    onClose()
  }

  return (
    <ConfirmDialog
      open={open}
      title="Give back this seat?"
      confirmLabel="Give Back"
      busy={running === 'Giving back...' && running}
      onConfirm={handleGiveBack}
      onClose={onClose}
    >
      <p>
        The ticket of <strong className="text-ink">{ticket.fullname}</strong> will no longer be valid, and somebody else
        may take the seat at once. Your other seats stay.
      </p>
      {ticket.paid_at ? <p>The organizer owes you its price, which is in their list of refunds.</p> : null}
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { dayAndTime, fullDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { passOnTicket, sendTicket } from '#contract/tickets/guests.ts'
import { cancelTicket, type Party, type SignedTicket } from '#contract/tickets/tickets.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets-guests.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useNow } from '#web/lib/clock.ts'
import { share } from '#web/lib/files/files.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog, QuestionDialog } from '#web/ui/controls/dialog.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { fieldsOf } from '#web/ui/forms/show-refusal.ts'

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
    <section aria-label={m.thisSeat} className="mt-6 flex flex-wrap gap-3 print:hidden">
      <Button variant="secondary" onClick={() => setAsked('send')}>
        {m.sendToGuest}
      </Button>
      {mayPassOn ? (
        <Button variant="secondary" onClick={() => setAsked('pass on')}>
          {m.passOn}
        </Button>
      ) : null}
      <Button variant="secondary" onClick={() => setAsked('give back')}>
        {m.giveBack}
      </Button>
      {party.seats.length > 1 ? (
        <Button variant="secondary" onClick={onPrintAll}>
          {m.printAll}
        </Button>
      ) : null}
      <SendDialog open={asked === 'send'} ticket={ticket} onClose={close} />
      <PassOnDialog open={asked === 'pass on'} ticket={ticket} until={party.pass_on_until} onClose={close} />
      <GiveBackDialog open={asked === 'give back'} ticket={ticket} onClose={close} />
    </section>
  )
}

/** Handles the refusal of a dialog's call. A ticket that was given back or passed on elsewhere is loaded again. */
function useRefusal(onClose: () => void) {
  const { revalidate } = useRevalidator()
  return async (error: unknown, failure: string) => {
    if (error instanceof ApiError && error.code === 'ticket_not_active') {
      onClose()
      await revalidate()
    }
    return messageOf(error, failure)
  }
}

interface DialogProps {
  open: boolean
  ticket: SignedTicket
  onClose: () => void
}

function SendDialog({ open, ticket, onClose }: DialogProps) {
  const { run, busy } = useAction()
  const refused = useRefusal(onClose)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()

  async function handleSend() {
    setProblem(email.trim() === '' ? m.emailMissing : undefined)
    if (email.trim() === '') return
    const sent = await run(
      () => call(sendTicket, { params: { ticketId: ticket.id }, body: { email, ticket_id: ticket.ticket_id } }),
      (error) => {
        const wrong = error instanceof ApiError ? fieldsOf(error).email : undefined
        setProblem(wrong)
        return wrong === undefined ? refused(error, m.notSent) : undefined
      },
    )
    if (!sent) return
    notify.success(fill(m.sent, { number: ticket.ticket_number, email: email.trim() }))
    setEmail('')
    onClose()
  }

  const handleShare = () =>
    share({ url: new URL(paths.guestTicket(ticket.ticket_id), location.origin).href }, m.linkCopied)

  return (
    <QuestionDialog
      open={open}
      title={fill(m.sendTitle, { number: ticket.ticket_number })}
      confirmLabel={common.send}
      keepLabel={common.cancel}
      busy={busy && common.sending}
      onConfirm={handleSend}
      onClose={onClose}
    >
      <p>{m.sendEffect}</p>
      <Field label={m.emailOfGuest} error={problem}>
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
        {m.shareLink}
      </Button>
    </QuestionDialog>
  )
}

function PassOnDialog({ open, ticket, until, onClose }: DialogProps & { until: string }) {
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()
  const refused = useRefusal(onClose)
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)

  async function handlePassOn() {
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    const passed = await run(
      async () => {
        await call(passOnTicket, { params: { ticketId: ticket.id }, body: { name, ticket_id: ticket.ticket_id } })
        await revalidate()
      },
      (error) => refused(error, m.notPassedOn),
    )
    if (!passed) return
    notify.success(m.passedOn)
    setName('')
    onClose()
  }

  return (
    <QuestionDialog
      open={open}
      title={m.passOnTitle}
      confirmLabel={m.passOn}
      keepLabel={common.cancel}
      busy={busy && common.saving}
      onConfirm={handlePassOn}
      onClose={onClose}
    >
      <p>{fill(m.passOnEffect, { name: ticket.fullname, date: fullDate(until) })}</p>
      <Field label={m.newName} error={isMissing ? m.nameMissing : undefined}>
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

/** Gives back this ticket alone, and leads to those that stay. */
function GiveBackDialog({ open, ticket, onClose }: DialogProps) {
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const refused = useRefusal(onClose)
  const { ticket_id, party_of } = ticket
  const others = (ticket.party?.seats.length ?? 1) - 1

  async function handleGiveBack() {
    await run(
      async () => {
        await call(cancelTicket, { params: { ticketId: ticket.id }, query: { one_seat: true, ticket_id } })
        notify.success(m.givenBack, { showOnNextPage: party_of !== null })
        await (party_of === null ? revalidate() : navigate(paths.virtualTicket(party_of), { replace: true }))
      },
      (error) => refused(error, m.notGivenBack),
    )
    onClose()
  }

  return (
    <ConfirmDialog
      open={open}
      title={m.giveBackTitle}
      confirmLabel={m.giveBack}
      busy={busy && m.givingBack}
      onConfirm={handleGiveBack}
      onClose={onClose}
    >
      <p>
        <RichText
          text={m.giveBackEffect}
          tags={{
            holder: (name) => <strong className="text-ink">{fill(name, { name: ticket.fullname })}</strong>,
          }}
        />
        {others > 0 ? ` ${m.othersStayValid}` : ''}
      </p>
      {ticket.paid_at ? <p>{m.paidFor}</p> : null}
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
        <p className="font-medium">{m.moved}</p>
        <p className="figures wrap-anywhere">
          {fill(moved.place ? m.beforeWithPlace : m.before, {
            date: dayAndTime(moved.start_date_event),
            place: moved.place,
          })}
        </p>
        {mayGiveBack ? (
          <Button variant="secondary" className="mt-3" onClick={() => setAsked(true)}>
            {m.giveBackTicket}
          </Button>
        ) : null}
      </Message>
      <GiveBackDialog open={asked} ticket={ticket} onClose={() => setAsked(false)} />
    </div>
  )
}

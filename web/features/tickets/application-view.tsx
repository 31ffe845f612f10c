import { Calendar, MapPin } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { dayAndTime, localDate } from '#contract/dates.ts'
import type { LiveState } from '#contract/events/application.ts'
import type { Slip } from '#contract/events/events.schemas.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { pageErrors } from '#contract/events/page-errors.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { cancelTicket, type Ticket } from '#contract/tickets/tickets.ts'
import * as common from '#messages/common.json'
import * as tickets from '#messages/tickets.json'
import * as m from '#messages/tickets-application.json'
import { ApiError, isFailure, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { isOpen, OrganizerMessage, payLabel, Sentences, statusLabel, statusTones } from './application-status.tsx'
import { placeOf, TicketFact, TicketPicture } from './ticket-parts.tsx'

interface ApplicationViewProps {
  ticket: Ticket
  /** Null where the event can no longer be read. */
  event: CardEvent | null
  /** False for the event's organizer, who may read the applications of others. */
  isOwn: boolean
}

/** An application that is not a ticket: it has neither code nor stub. */
export function ApplicationView({ ticket, event, isOwn }: ApplicationViewProps) {
  const { fullname, ticket_number, register_date, status, seats } = ticket
  return (
    <article aria-label={fill(m.applicationNumbered, { number: ticket_number })}>
      <Card className="overflow-hidden">
        <TicketPicture
          event={event}
          eventId={ticket.event_id}
          sizes="(min-width: 48rem) 46rem, 100vw"
          className="aspect-6/1"
        />
        <div className="flex flex-col gap-5 p-5 sm:p-6">
          <header className="flex flex-col gap-1">
            <h2 className="text-lg wrap-anywhere sm:text-xl">{event?.event_name ?? tickets.eventNotAvailable}</h2>
            {event?.is_called_off ? <p className="text-danger">{pageErrors.event_called_off.message}</p> : null}
            {event ? (
              <>
                <p className="figures flex items-start gap-2 text-ink-soft">
                  <Icon icon={Calendar} className="mt-1 shrink-0" />
                  {dayAndTime(event.start_date_event)}
                </p>
                <p className="flex items-start gap-2 text-ink-soft">
                  <Icon icon={MapPin} className="mt-1 shrink-0" />
                  <span className="min-w-0 wrap-anywhere">{placeOf(event)}</span>
                </p>
              </>
            ) : null}
          </header>
          <div>
            <Badge tone={statusTones[status]}>{statusLabel(status)}</Badge>
          </div>
          {isOwn ? <ApplicationSteps ticket={ticket} event={event} /> : null}
          <dl className="grid gap-4 border-t border-line pt-5 sm:grid-cols-3">
            <TicketFact label={tickets.registrantNameLabel}>{fullname}</TicketFact>
            <TicketFact label={tickets.applicationNumberLabel}>
              <span className="figures whitespace-nowrap">{ticket_number}</span>
            </TicketFact>
            {seats > 1 ? <TicketFact label={tickets.seatsLabel}>{seats}</TicketFact> : null}
            <TicketFact label={tickets.registerDateLabel}>
              <span className="figures">{localDate(register_date)}</span>
            </TicketFact>
          </dl>
        </div>
      </Card>
    </article>
  )
}

interface ApplicationStepsProps {
  ticket: Ticket
  /** Null where the event can no longer be read. */
  event: CardEvent | null
}

/** The application's state, the organizer's message, and the applicant's next steps. */
export function ApplicationSteps({ ticket, event }: ApplicationStepsProps) {
  const { busy, withdraw } = useWithdrawal(ticket.id)
  // If it became a ticket while the dialog was open, don't cancel it.
  const [asked, setAsked] = useState<LiveState | null>(null)

  const { id, status, organizer_word } = ticket
  const open = isOpen(status)

  async function handleWithdraw() {
    if (open) await withdraw(status)
    setAsked(null)
  }

  // Leaving the waiting list needs no question: if a seat came first, the server keeps it.
  function handleLeave() {
    if (status === 'WAITING') return withdraw(status)
    if (open) setAsked(status)
  }

  return (
    <div className="flex flex-col gap-4">
      <Sentences ticket={ticket} />
      {organizer_word ? <OrganizerMessage>{organizer_word}</OrganizerMessage> : null}
      <div className="flex flex-wrap gap-2 print:hidden">
        {status === 'UNPAID' ? <ButtonLink to={paths.pay(id)}>{payLabel(ticket)}</ButtonLink> : null}
        {event ? (
          <ButtonLink to={paths.event(event.id)} variant="secondary">
            {common.viewEvent}
          </ButtonLink>
        ) : null}
        {open ? (
          <Button variant="quiet" busy={busy && m.withdrawing} onClick={handleLeave}>
            {status === 'WAITING' ? m.leaveWaitingList : common.withdraw}
          </Button>
        ) : null}
      </div>
      {open ? (
        <WithdrawDialog
          open={asked === status}
          state={status}
          slip={ticket.slip}
          eventName={event?.event_name ?? ''}
          busy={busy && m.withdrawing}
          onConfirm={handleWithdraw}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  )
}

/** Withdraws an application that is no ticket yet, in the state that the viewer saw. `busy` lasts until the page shows the result. */
function useWithdrawal(ticketId: number) {
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()

  async function withdraw(state: LiveState) {
    await run(
      async () => {
        await call(cancelTicket, { params: { ticketId }, query: { state } })
        notify.success(m.withdrawn)
        await revalidate()
      },
      async (error) => {
        notify[isFailure(error) ? 'failure' : 'success'](messageOf(error, m.notWithdrawn))
        if (error instanceof ApiError && error.code === 'application_changed') await revalidate()
      },
    )
  }

  return { busy, withdraw }
}

interface WithdrawDialogProps {
  open: boolean
  /** Tickets, and places on the waiting list, need no question here. */
  state: LiveState
  /** The last slip; null without one. */
  slip: Slip | null
  eventName: string
  busy: string | false
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an application is withdrawn. The waiting list is left without asking. */
export function WithdrawDialog({ state, slip, eventName, ...dialog }: WithdrawDialogProps) {
  return (
    <ConfirmDialog {...dialog} title={m.withdrawTitle} confirmLabel={common.withdraw}>
      <p className="font-medium text-ink wrap-anywhere">{eventName}</p>
      <p>{withdrawalEffect(state, slip)}</p>
    </ConfirmDialog>
  )
}

function withdrawalEffect(state: LiveState, slip: Slip | null): string {
  if (state !== 'UNPAID') return m.withdrawPending
  return slip?.state === 'in_review' ? m.withdrawSlipSent : m.withdrawUnpaid
}

import { Calendar, MapPin, Sun } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { dayAndTime, localDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import type { GuestTicket } from '#contract/tickets/guests.ts'
import { ticketCodeText } from '#contract/tickets/ticket-code.ts'
import type { SignedTicket, TicketStatus } from '#contract/tickets/tickets.ts'
import * as m from '#messages/tickets.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { truncate } from '#web/lib/format/text.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Mark } from '#web/ui/display/mark.tsx'
import { QrCode } from '#web/ui/display/qr-code.tsx'
import { invalidSentences, statusLabel, statusTones } from './application-status.tsx'
import { Perforation, placeOf, TicketFact, TicketPicture } from './ticket-parts.tsx'

interface VirtualTicketProps {
  ticket: GuestTicket['ticket']
  /** Null if the event can no longer be loaded. */
  event: GuestTicket['event'] | CardEvent | null
  /** Asks the server about the ticket, whose status it resolves to. */
  validate: () => Promise<TicketStatus>
}

/** On phones the stub with the code follows the head, so that code and number are visible above the bottom bar; on wider
 *  screens it is on the right. Small paper gets small type, so that the longest address fits on one page. */
export function VirtualTicket({ ticket, event, validate }: VirtualTicketProps) {
  const eventName = event?.event_name ?? m.eventNotAvailable
  return (
    <article
      aria-label={fill(m.ticketNumbered, { number: ticket.ticket_number })}
      className="@container grid grid-cols-1 overflow-hidden rounded-lg border border-line bg-card shadow-float roomy:grid-cols-[1fr_19rem] roomy:grid-rows-[auto_1fr] print:break-inside-avoid print:shadow-none"
    >
      <div>
        <TicketPicture
          event={event}
          eventId={ticket.event_id}
          sizes="(min-width: 48rem) 27rem, 100vw"
          className="aspect-6/1 roomy:aspect-2/1 print:hidden print:roomy:block print:roomy:aspect-3/1"
        />
        <Head event={event} eventName={eventName} />
      </div>
      <TicketStub ticket={ticket} eventName={eventName} ask={validate} />
      <Facts ticket={ticket} />
    </article>
  )
}

function Head({ event, eventName }: { event: VirtualTicketProps['event']; eventName: string }) {
  const { brand } = useSite()
  return (
    <header className="gradient flex flex-col gap-1 px-[min(1.5rem,7vw)] py-3 roomy:py-5 print:px-3 print:py-2 print:text-sm/snug print:roomy:px-6 print:roomy:py-5 print:roomy:text-base print:[print-color-adjust:exact]">
      <p className="hidden font-medium print:block">{brand}</p>
      <h2 className="text-lg break-words roomy:mb-1 roomy:text-xl print:text-base/snug print:roomy:text-xl">
        {eventName}
      </h2>
      {event?.is_called_off ? <p className="font-medium">{errors.event_called_off.message}</p> : null}
      {event ? (
        <>
          <p className="figures flex items-start gap-2">
            <Icon
              icon={Calendar}
              className="mt-1 shrink-0 print:mt-0 print:size-4 print:roomy:mt-1 print:roomy:size-5"
            />
            <span className="min-w-0 print:text-xs/snug print:roomy:text-base">
              {dayAndTime(event.start_date_event)}
            </span>
          </p>
          <p className="flex items-start gap-2">
            <Icon icon={MapPin} className="mt-1 shrink-0 print:mt-0 print:size-4 print:roomy:mt-1 print:roomy:size-5" />
            <span className="min-w-0 wrap-anywhere print:hidden">{truncate(placeOf(event), 50)}</span>
            <span className="hidden min-w-0 wrap-anywhere print:block print:text-xs/snug print:roomy:text-base">
              {placeOf(event)}
            </span>
          </p>
        </>
      ) : null}
    </header>
  )
}

function Facts({ ticket: { fullname, ticket_type, register_date, status } }: Pick<VirtualTicketProps, 'ticket'>) {
  return (
    <div className="relative">
      <Watermark />
      <dl className="relative grid gap-4 @3xs:grid-cols-2 p-6 pb-20 print:grid-cols-2 print:gap-2 print:p-3 print:roomy:gap-4 print:roomy:p-4">
        <TicketFact label={m.registrantNameLabel} className="col-span-full">
          <span className="text-lg">{fullname}</span>
        </TicketFact>
        {ticket_type ? (
          <TicketFact label={m.ticketTypeLabel} className="col-span-full">
            {ticket_type}
          </TicketFact>
        ) : null}
        <TicketFact label={m.registerDateLabel}>
          <span className="figures">{localDate(register_date)}</span>
        </TicketFact>
        <TicketFact label={m.statusLabel}>
          <Badge tone={statusTones[status || 'ACTIVE']}>{statusLabel(status)}</Badge>
        </TicketFact>
      </dl>
    </div>
  )
}

/** The brand, faint behind the ticket's text. */
function Watermark() {
  const { brand } = useSite()
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 overflow-hidden opacity-8 print:[print-color-adjust:exact]"
    >
      <Mark className="absolute -right-12 -bottom-20 size-72" />
      <svg viewBox="0 0 400 60" aria-hidden className="absolute bottom-2 left-0 w-full -rotate-6">
        <text x="24" y="48" fontSize="48" fontWeight="600" letterSpacing="4" fill="var(--accent)">
          {brand}
        </text>
      </svg>
    </div>
  )
}

type StubProps = Pick<VirtualTicketProps, 'ticket'> & { eventName: string }

/** The part to show at the door: the code, and the number to read aloud. */
function TicketStub({ ticket, eventName, ask }: StubProps & { ask: VirtualTicketProps['validate'] }) {
  const [first, rest] = ticket.ticket_number.split('-')
  const { busy, validate } = useValidation(ask)
  return (
    <div className="relative flex flex-col items-center gap-2 border-b border-line px-[min(1.5rem,4vw)] py-4 print:gap-1 print:px-3 print:py-2 roomy:col-start-2 roomy:row-span-2 roomy:row-start-1 roomy:gap-4 roomy:border-b-0 roomy:py-6 print:roomy:gap-4 print:roomy:py-6">
      <Perforation turning />
      <TicketCode ticket={ticket} eventName={eventName} />
      <dl className="max-w-full text-center">
        <TicketFact label={m.ticketNumberLabel}>
          <span className="figures text-2xl/tight font-semibold tracking-wide">
            {first}-<wbr />
            {rest}
          </span>
        </TicketFact>
      </dl>
      {ticket.status === 'ACTIVE' ? (
        <p className="my-2 hidden items-start gap-2 text-sm text-ink-soft pointer-coarse:flex print:hidden!">
          <Icon icon={Sun} className="mt-0.5 shrink-0" />
          {m.atTheDoor}
        </p>
      ) : null}
      <Button wide busy={busy && m.validating} onClick={validate} className="mt-auto print:hidden">
        {m.validateTicket}
      </Button>
    </div>
  )
}

/** In CSS pixels (specification, section 9). */
const size = 200
/** As wide as a small phone, so that old scanners can read its squares. */
const largeSize = 296

/** Faint if the ticket is no longer valid. Pressing it shows it large. */
function TicketCode({ ticket, eventName }: StubProps) {
  const [large, setLarge] = useState(false)
  const code = {
    text: ticketCodeText(ticket, eventName),
    label: fill(m.qrCodeOf, { number: ticket.ticket_number }),
    // 47 mm on small paper, with its quiet zone.
    className: classes('print:max-w-44 print:roomy:max-w-full', ticket.status !== 'ACTIVE' && 'opacity-25'),
  }
  return (
    <div className="relative max-w-full overflow-hidden rounded-md border border-line bg-white print:border-0">
      <QrCode {...code} size={size} />
      <button
        type="button"
        aria-label={m.showLarge}
        className="absolute inset-0 cursor-zoom-in rounded-md -outline-offset-4"
        onClick={() => setLarge(true)}
      />
      <Dialog open={large} title={ticket.ticket_number} onClose={() => setLarge(false)}>
        <div className="-mx-[min(1.5rem,7vw)] -mb-6 flex justify-center bg-white">
          <QrCode {...code} size={largeSize} />
        </div>
      </Dialog>
    </div>
  )
}

/** Asks the server whether a ticket is valid now, and shows the result. */
function useValidation(ask: VirtualTicketProps['validate']) {
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()

  const validate = () =>
    run(
      async () => {
        const status = await ask()
        if (status === 'ACTIVE') notify.success(m.ticketValid)
        else notify.failure(invalidSentences[status])
        await revalidate()
      },
      (error) => {
        const silent = error instanceof ApiError && error.code === 'no_answer'
        notify.failure(silent ? m.validatingNeedsNetwork : messageOf(error, m.notChecked))
      },
    )

  return { busy, validate }
}

interface SimpleTicketProps {
  ticket: SignedTicket
  /** Null if the event can no longer be loaded. */
  event: CardEvent | null
  /** The holder's profile picture; '' if there is none. */
  picture: string
}

/** The content of the virtual ticket as plain text. */
export function SimpleTicket({ ticket, event, picture }: SimpleTicketProps) {
  return (
    <article>
      <Card className="flex flex-col gap-6 p-6 sm:flex-row sm:gap-8 sm:p-8">
        <Avatar picture={picture} name={ticket.fullname} className="size-24 shrink-0 text-3xl" />
        <dl className="figures flex min-w-0 flex-col gap-4">
          <TicketFact label={m.eventLabel}>{event?.event_name ?? m.eventNotAvailable}</TicketFact>
          <TicketFact label={ticket.signature === '' ? m.applicationNumberLabel : m.ticketNumberLabel}>
            {ticket.ticket_number}
          </TicketFact>
          <TicketFact label={m.registrantNameLabel}>{ticket.fullname}</TicketFact>
          {ticket.ticket_type ? <TicketFact label={m.ticketTypeLabel}>{ticket.ticket_type}</TicketFact> : null}
          <TicketFact label={m.registerDateLabel}>{localDate(ticket.register_date)}</TicketFact>
          <TicketFact label={m.statusLabel}>{statusLabel(ticket.status)}</TicketFact>
        </dl>
      </Card>
    </article>
  )
}

import { clockTime, dayDate, eventZoneName, fullDate } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { Receipt } from '#contract/tickets/payments.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { amountInWords } from '#web/lib/format/amount-words.ts'
import { exactBaht } from '#web/lib/format/numbers.ts'
import { useSite } from '#web/lib/page/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Mark } from '#web/ui/display/mark.tsx'
import { TicketFact } from './ticket-parts.tsx'

/** Who paid what to whom, on the screen and on paper. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { brand } = useSite()
  const { amount_satang, refunded_satang, refunded_at, refund_due_satang, seats, ticket_numbers } = receipt
  return (
    <article aria-label={`Receipt for ticket ${ticket_numbers.join(', ')}`}>
      <Card className="flex flex-col gap-6 p-6 sm:p-8 print:border-0 print:p-0 print:shadow-none">
        <header className="flex flex-wrap items-center gap-3 border-b border-line pb-4">
          <Mark className="size-8" />
          <span className="text-lg font-medium">{brand}</span>
          <span className="ml-auto text-xl font-semibold">Receipt</span>
        </header>
        <dl className="figures grid grid-cols-1 gap-4 sm:grid-cols-2 print:grid-cols-2">
          <TicketFact label="Received from">{receipt.fullname}</TicketFact>
          <TicketFact label="Received by">{receipt.organizer_name}</TicketFact>
          <TicketFact label="Event" className="sm:col-span-2 print:col-span-2">
            {receipt.event_name}
          </TicketFact>
          <TicketFact label="Event date">
            {dayDate(receipt.start_date_event)}, {clockTime(receipt.start_date_event)}
          </TicketFact>
          <TicketFact label={seats > 1 ? 'Ticket numbers' : 'Ticket number'}>{ticket_numbers.join(', ')}</TicketFact>
          {receipt.ticket_type ? <TicketFact label="Ticket type">{receipt.ticket_type}</TicketFact> : null}
          {seats > 1 ? <TicketFact label="Seats">{seats}</TicketFact> : null}
          <TicketFact label="Paid">
            {fullDate(receipt.paid_at)} ({eventZoneName})
          </TicketFact>
          <TicketFact label="Paid by">PromptPay</TicketFact>
        </dl>
        <div className="rounded-md border border-line bg-sunken p-4 print:bg-transparent">
          <p className="figures text-2xl font-semibold">{exactBaht(amount_satang)} baht</p>
          <p className="wrap-anywhere">{amountInWords(amount_satang)}</p>
        </div>
        {refunded_at === null ? null : (
          <p className="font-medium">
            {refunded_satang < amount_satang
              ? `The organizer paid back ${exactBaht(refunded_satang)} baht of this by`
              : 'The organizer paid this back on'}{' '}
            {fullDate(refunded_at)} ({eventZoneName}).
          </p>
        )}
        {refund_due_satang === 0 ? null : (
          <p className="figures font-medium">Refund due: {exactBaht(refund_due_satang)} baht.</p>
        )}
        <p className="text-sm text-ink-soft">
          The organizer of the event received this payment. This is no tax invoice: ask the organizer where you need
          one.
        </p>
      </Card>
    </article>
  )
}

/** A link to the receipt of one's own ticket, if it was paid. A ticket saved by an older release does not say. */
export function ReceiptLink({ ticket }: { ticket: Pick<Ticket, 'id' | 'paid_at' | 'party_of'> }) {
  if (!ticket.paid_at) return null
  return (
    <ButtonLink
      to={paths.receipt(ticket.party_of ?? ticket.id)}
      variant="secondary"
      className="self-start print:hidden"
    >
      View Receipt
    </ButtonLink>
  )
}

import { paths } from '#contract/paths.ts'
import type { Payment } from '#contract/tickets/payments.ts'
import { grouped, receiverName } from '#contract/tickets/receiver.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { payUntil } from '#web/features/tickets/application/next-step.ts'
import { SlipState } from '#web/features/tickets/slip/slip-state.tsx'
import { SlipUpload } from '#web/features/tickets/slip/slip-upload.tsx'
import { TicketFact } from '#web/features/tickets/ticket/ticket-facts.tsx'
import { useServerNow } from '#web/lib/clock.ts'
import { price } from '#web/lib/format/numbers.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyNumber } from '#web/ui/controls/copy-number.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { QrCode } from '#web/ui/display/qr-code.tsx'
import { SaveCode } from './save-code.tsx'

/** CSS pixels: as large as fits a small phone. */
const size = 232

interface PaymentSheetProps {
  ticket: Ticket
  payment: Payment
  /** What the QR code says. */
  code: string
}

/** To whom, how much, until when: by a code for the exact amount, or by the number for those who type. */
export function PaymentSheet({ ticket, payment, code }: PaymentSheetProps) {
  const now = useServerNow()
  const isOver = payment.pay_by !== null && now !== null && now >= Date.parse(payment.pay_by)
  const inReview = ticket.slip?.state === 'in_review'
  const amount = price({ is_free: false, ticket_price: payment.amount_satang / 100 })
  return (
    <Card className="flex flex-col gap-5 p-5 sm:p-6">
      <header>
        <h2 className="text-xl wrap-anywhere">{payment.event_name}</h2>
        <p className="figures font-medium text-accent-ink" role="timer" aria-live="off">
          {payUntil(payment.pay_by, now)}
        </p>
        {isOver || inReview ? null : (
          <p>
            After paying,{' '}
            <a href="#slip" className="font-medium text-accent-ink underline underline-offset-4">
              send your transfer slip
            </a>
            .
          </p>
        )}
      </header>
      <SlipState slip={ticket.slip} />
      {/* Whoever pays now would pay twice, or for a seat that is somebody else's in a moment. */}
      {isOver || inReview ? null : (
        <>
          <figure className="flex flex-col items-center gap-3">
            <div className="rounded-md border border-line bg-white p-6">
              <QrCode text={code} label={`PromptPay QR code for ${amount}`} size={size} />
            </div>
            <figcaption className="text-center text-ink-soft">
              Scan this code with your banking app, or save it and open it there.
            </figcaption>
          </figure>
          <SaveCode payment={payment} code={code} />
        </>
      )}
      <dl className="grid gap-4 border-t border-line pt-5 sm:grid-cols-2">
        <TicketFact label="Amount">
          <span className="figures text-2xl font-semibold">{amount}</span>
        </TicketFact>
        <TicketFact label="Pay to">{payment.promptpay_name || payment.organizer_name}</TicketFact>
        <TicketFact label={receiverName(payment.promptpay_id)} className="sm:col-span-2">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="figures text-lg whitespace-nowrap">{grouped(payment.promptpay_id)}</span>
            <CopyNumber digits={payment.promptpay_id} />
          </span>
        </TicketFact>
      </dl>
      <p className="text-ink-soft">
        The organizer confirms your payment. This page then says so, and leads to your ticket.
      </p>
      <SlipUpload ticket={ticket} />
      <ButtonLink to={paths.virtualTicket(ticket.id)} variant="quiet" className="self-start print:hidden">
        View Application
      </ButtonLink>
    </Card>
  )
}

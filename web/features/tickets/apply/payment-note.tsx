import { Banknote } from 'lucide-react'
import type { Event } from '#contract/events/events.ts'

/** How a price is paid, to be read before Apply Now; nothing where there is none. The product takes no payments: the money goes
 *  to the organizer. */
export function PaymentNote({
  event,
}: {
  event: Pick<Event, 'is_free' | 'ticket_price' | 'payment_words' | 'takes_promptpay'>
}) {
  if (event.is_free || event.ticket_price === 0) return null
  return (
    <div className="flex items-start gap-2">
      <Banknote aria-hidden className="mt-1 size-5 shrink-0 text-accent-ink" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{event.takes_promptpay ? 'Pay by PromptPay after you apply' : 'Pay at the event'}</p>
        {event.payment_words ? <p className="whitespace-pre-line text-ink-soft">{event.payment_words}</p> : null}
      </div>
    </div>
  )
}

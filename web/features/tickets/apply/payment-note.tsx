import { Banknote } from 'lucide-react'
import type { Event } from '#contract/events/events.ts'
import { duration } from '#web/lib/format/dates.ts'

/** How a price is paid, to be read before Apply Now; nothing where there is none. The product takes no payments: the money goes
 *  to the organizer. */
export function PaymentNote({
  event,
}: {
  event: Pick<
    Event,
    'is_free' | 'ticket_price' | 'payment_words' | 'takes_promptpay' | 'payment_minutes' | 'needs_approval'
  >
}) {
  if (event.is_free || event.ticket_price === 0) return null
  const time = duration(event.payment_minutes * 60)
  return (
    <div className="flex items-start gap-2">
      <Banknote aria-hidden className="mt-1 size-5 shrink-0 text-accent-ink" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{event.takes_promptpay ? 'Pay by PromptPay after you apply' : 'Pay at the event'}</p>
        {event.takes_promptpay ? (
          <p className="text-ink-soft">
            {event.needs_approval
              ? `Once the organizer has approved you, a seat is held for you. You have ${time} to pay, and not longer than until the event starts.`
              : `A seat is held for you. You have ${time} to pay, and not longer than until the event starts.`}
          </p>
        ) : null}
        {event.payment_words ? <p className="whitespace-pre-line text-ink-soft">{event.payment_words}</p> : null}
      </div>
    </div>
  )
}

import { Banknote, Info } from 'lucide'
import type { ReactNode } from 'react'
import type { Event } from '#contract/events/events.ts'
import type { TicketType } from '#contract/events/ticket-types.ts'
import { counted, fill } from '#contract/language/messages.ts'
import * as m from '#messages/tickets-apply.json'
import { duration } from '#web/lib/format/dates.ts'
import { price } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'

/** The event at the price of the chosen type. */
export function priced<Shown extends Event>(event: Shown, type: TicketType | null): Shown {
  if (type === null) return event
  return { ...event, is_free: type.price === 0, ticket_price: type.price, highest_ticket_price: null }
}

interface ApplyBarProps {
  event: Event
  /** The chosen one; null for an event with one price. */
  type: TicketType | null
  /** How many were chosen. */
  seats: number
  /** Only a button that can be pressed stays in reach. */
  inReach: boolean
  children: ReactNode
}

/** Apply Now, in reach on phones with the price and the number of seats left. */
export function ApplyBar({ event, type, seats, inReach, children }: ApplyBarProps) {
  const { ticket_price, ...shown } = priced(event, type)
  const cost = price({ ...shown, ticket_price: ticket_price * seats })
  return (
    <ReachBar inReach={inReach} first={chosenText(type, seats, cost)} second={seatsLeft(event, type)}>
      {children}
    </ReachBar>
  )
}

/** 'VIP, 2 seats, 1,980฿', with what was chosen. */
function chosenText(type: TicketType | null, seats: number, cost: string): string {
  if (type === null) return seats > 1 ? fill(m.chosenSeats, { seats, price: cost }) : cost
  return fill(seats > 1 ? m.chosenTypeAndSeats : m.chosenType, { type: type.name, seats, price: cost })
}

/** '' without a limit. */
function seatsLeft({ seats_left }: Event, type: TicketType | null) {
  const left = type?.seats_left ?? seats_left
  return left === null ? '' : counted(left, m.seatsLeft_one, m.seatsLeft_other)
}

/** How to pay, to be read before Apply Now; nothing for free and called-off events. The product takes no payments: the money
 *  goes to the organizer. */
export function PaymentNote({
  event,
}: {
  event: Pick<
    Event,
    | 'is_called_off'
    | 'is_free'
    | 'ticket_price'
    | 'payment_words'
    | 'takes_promptpay'
    | 'payment_minutes'
    | 'needs_approval'
  >
}) {
  if (event.is_called_off || event.is_free || event.ticket_price === 0) return null
  const time = duration(event.payment_minutes * 60)
  return (
    <div className="flex items-start gap-2">
      <Icon icon={Banknote} className="mt-1 shrink-0 text-accent-ink" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{event.takes_promptpay ? m.payAfterApplying : m.payAtEvent}</p>
        {event.takes_promptpay ? (
          <p className="text-ink-soft">{fill(event.needs_approval ? m.payTimeOnceApproved : m.payTime, { time })}</p>
        ) : null}
        {event.payment_words ? <p className="whitespace-pre-line text-ink-soft">{event.payment_words}</p> : null}
      </div>
    </div>
  )
}

interface ReasonNoteProps {
  /** The ID of the sentences, for the button's `aria-describedby`. */
  id: string
  reasons: string[]
  /** `head` is above and `children` below the sentences; neither is part of the description. */
  head: ReactNode
  children: ReactNode
}

/** The note below a button: why it cannot be pressed, or what to know first. */
export function ReasonNote({ id, reasons, head, children }: ReasonNoteProps) {
  if (reasons.length === 0) return null
  return (
    <div className="flex items-start gap-2 rounded-md bg-sunken px-4 py-2.5 text-ink-soft">
      <Icon icon={Info} className="mt-1 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        {head}
        <div id={id} className="flex flex-col gap-1 text-pretty">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
        {children}
      </div>
    </div>
  )
}

interface ReachBarProps {
  inReach: boolean
  /** Two lines beside the button on phones. */
  first: string
  second: string
  children: ReactNode
}

/** On phones, a bar above the bottom bar that keeps a button within reach. The style sheet reserves space for its
 *  class. */
export function ReachBar({ inReach, first, second, children }: ReachBarProps) {
  return (
    <div
      className={classes(
        'flex items-center gap-4',
        inReach &&
          'apply-bar max-md:not-short:fixed max-md:not-short:inset-x-0 max-md:not-short:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-md:not-short:z-10 max-md:not-short:border-t max-md:not-short:border-line max-md:not-short:bg-card max-md:not-short:px-4 max-md:not-short:py-2 print:hidden',
      )}
    >
      {inReach ? (
        <p className="figures hidden min-w-0 flex-1 leading-tight wrap-anywhere max-md:not-short:block">
          <span className="block font-semibold text-accent-ink">{first}</span>
          <span className="block text-sm text-ink-soft">{second}</span>
        </p>
      ) : null}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

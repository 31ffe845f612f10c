import { ChevronLeft, ChevronRight, Printer } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { type Placed, placeText } from '#contract/events/event-place.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { addToWallet, type SignedTicket, showTicket, type Wallet } from '#contract/tickets/tickets.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets.json'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { useSwipe } from '#web/lib/swipe.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EventImage } from '#web/ui/display/event-image.tsx'

interface TicketPictureProps {
  event: Pick<CardEvent, 'id' | 'category' | 'event_name' | 'event_image'> | null
  /** The event's ID, for the cover of an event that cannot be loaded (any more). */
  eventId: number
  sizes: string
  /** Classes that set the aspect ratio. */
  className: string
}

/** The picture of a ticket's event. */
export function TicketPicture({ event, eventId, sizes, className }: TicketPictureProps) {
  const shown = event ?? { id: eventId, category: 'OTHER' as const, event_name: '', event_image: '' }
  return (
    <EventImage event={shown} eager sizes={sizes} className={classes('w-full bg-sunken object-cover', className)} />
  )
}

const notch = 'absolute size-6 rounded-full border border-line bg-surface print:hidden'

/** The perforation before the stub: dashes between two notches, at the top edge of its container. With `turning`, it moves to
 *  the left edge if there is room for two columns. The ticket around it clips the overhang. */
export function Perforation({ turning = false }: { turning?: boolean }) {
  return (
    <div
      aria-hidden
      className={classes(
        'pointer-events-none absolute inset-x-0 top-0 border-t-2 border-dashed border-line',
        turning && 'roomy:inset-y-0 roomy:right-auto roomy:left-0 roomy:border-t-0 roomy:border-l-2',
      )}
    >
      <span className={classes(notch, '-top-3 -left-3.5', turning && 'roomy:-top-3.5 roomy:-left-3')} />
      <span
        className={classes(
          notch,
          '-top-3 -right-3.5',
          turning && 'roomy:top-auto roomy:right-auto roomy:-bottom-3.5 roomy:-left-3',
        )}
      />
    </div>
  )
}

/** The place of an event, or where to find it. */
export function placeOf(event: Placed): string {
  return placeText(event) || m.seePageForPlace
}

/** One line of a ticket, inside a <dl>: 'Ticket Number: K7PM-3QXA'. */
export function TicketFact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={classes('min-w-0', className)}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  )
}

export function PrintButton() {
  return (
    <button type="button" className="icon-button ml-auto" aria-label={m.print} onClick={() => window.print()}>
      <Icon icon={Printer} className="size-6" />
    </button>
  )
}

const walletNames: Record<Wallet, string> = { apple: 'Apple Wallet', google: 'Google Wallet' }

/** A button for each wallet that the operator has set keys for. */
export function WalletButtons({ ticketId }: { ticketId: number }) {
  const { wallets } = useSite()
  const { run, running } = useAction()
  if (wallets.length === 0) return null

  const add = async (wallet: Wallet) => {
    const { url } = await call(addToWallet, { params: { ticketId }, body: { wallet } })
    // The address of Apple's pass opens over the page, or is downloaded.
    window.location.assign(url)
  }

  return (
    <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col print:hidden">
      {wallets.map((wallet) => (
        <Button
          key={wallet}
          variant="secondary"
          busy={running === wallet && common.adding}
          onClick={() => run(() => add(wallet), m.notAddedToWallet, wallet)}
        >
          {fill(m.addToWallet, { wallet: walletNames[wallet] })}
        </Button>
      ))}
    </div>
  )
}

/** Turns to the other `seats` of a party: by arrows (`PartyTurns`), and with `handlers` by a swipe over the ticket. Null for a single
 *  one. */
export function usePartyTurns(id: number, seats: number[], onTurn: (id: number) => void) {
  const place = seats.indexOf(id)
  const turn = (step: 1 | -1) => {
    const next = seats.at((place + step) % seats.length)
    if (next !== undefined) onTurn(next)
  }
  const handlers = useSwipe(turn)
  return seats.length < 2 || place === -1 ? null : { place, total: seats.length, turn, handlers }
}

/** Loads the tickets of a party and prints them, each on its own page. `printed` has them until that is over. */
export function usePrintAll({ party }: Pick<SignedTicket, 'party'>) {
  const { run } = useAction()
  const [printed, setPrinted] = useState<SignedTicket[]>([])

  useEffect(() => {
    if (printed.length === 0) return
    const handleEnd = () => setPrinted([])
    window.addEventListener('afterprint', handleEnd)
    window.print()
    return () => window.removeEventListener('afterprint', handleEnd)
  }, [printed])

  const printAll = () =>
    run(async () => {
      const seats = party?.seats ?? []
      setPrinted(await Promise.all(seats.map((ticketId) => call(showTicket, { params: { ticketId } }))))
    }, m.ticketsNotLoaded)
  return { printed, printAll }
}

/** From a ticket that has ended to those of its party that have not. */
export function OtherTickets({ ticket: { status, party } }: { ticket: SignedTicket }) {
  const [first] = party?.seats ?? []
  if (status !== 'CANCELLED' || first === undefined) return null
  return (
    <ButtonLink to={paths.virtualTicket(first)} variant="secondary" className="mt-4 print:hidden">
      {m.viewOtherTickets}
    </ButtonLink>
  )
}

type Turns = NonNullable<ReturnType<typeof usePartyTurns>>

export function PartyTurns({ name, place, total, turn }: Turns & { name?: string }) {
  return (
    <div className="flex w-full items-center justify-between gap-2 print:hidden">
      <button type="button" className="icon-button" aria-label={m.previousTicket} onClick={() => turn(-1)}>
        <Icon icon={ChevronLeft} className="size-6" />
      </button>
      <p role="status" className="figures min-w-0 text-center text-ink-soft">
        {name ? <span className="block font-medium wrap-anywhere text-ink">{name}</span> : null}
        {fill(m.ticketOf, { number: place + 1, total })}
      </p>
      <button type="button" className="icon-button" aria-label={m.nextTicket} onClick={() => turn(1)}>
        <Icon icon={ChevronRight} className="size-6" />
      </button>
    </div>
  )
}

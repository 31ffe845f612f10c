import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Placed, placeText } from '#contract/events/event-place.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { pictureSources } from '#contract/pictures.ts'
import { addToWallet, type Wallet } from '#contract/tickets/tickets.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useSite } from '#web/lib/page/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Cover } from '#web/ui/display/cover.tsx'

interface EventPictureProps {
  event: Pick<CardEvent, 'id' | 'category' | 'event_name' | 'event_image'> | null
  /** The event's ID, for the cover of an event that cannot be loaded (any more). */
  eventId: number
  sizes: string
  /** Classes that set the aspect ratio. */
  className: string
}

/** The event's image, or its cover if it has none. Decorative: the name is beside it. */
export function EventPicture({ event, eventId, sizes, className }: EventPictureProps) {
  if (!event?.event_image) {
    const of = event ?? { id: eventId, category: 'OTHER' as const, event_name: '' }
    return <Cover of={of} className={classes('w-full', className)} />
  }
  return (
    <img
      src={event.event_image}
      srcSet={pictureSources(event.event_image)}
      sizes={sizes}
      alt=""
      width={640}
      height={320}
      className={classes('w-full bg-sunken object-cover', className)}
    />
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
  return placeText(event) || 'See the event page for the place'
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
    <button type="button" className="icon-button ml-auto" aria-label="Print" onClick={() => window.print()}>
      <Printer aria-hidden className="size-6" />
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
          busy={running === wallet && 'Adding...'}
          onClick={() => run(() => add(wallet), 'The ticket could not be added. Please try again.', wallet)}
        >
          Add to {walletNames[wallet]}
        </Button>
      ))}
    </div>
  )
}

import type { ReactNode } from 'react'
import type { Event } from '#contract/events/events.ts'
import { price } from '#web/lib/format/money.ts'
import { classes } from '#web/ui/display/classes.ts'

interface ApplyBarProps {
  event: Event
  /** Only what can be pressed stays in reach. */
  inReach: boolean
  /** The one button. */
  children: ReactNode
}

/** Keeps the button in reach on phones, however long the page is: a bar above the one at the bottom of the screen, with the
 *  price and the seats that are left. The style sheet makes room for it by its class. */
export function ApplyBar({ event, inReach, children }: ApplyBarProps) {
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
          <span className="block font-semibold text-accent-ink">{price(event)}</span>
          <span className="block text-sm text-ink-soft">{seatsLeft(event)}</span>
        </p>
      ) : null}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

const count = new Intl.NumberFormat('en-US')

/** '' where there is no limit. */
export function seatsLeft({ max_attendee, current_attendees }: Pick<Event, 'max_attendee' | 'current_attendees'>) {
  if (!max_attendee) return ''
  const left = Math.max(0, max_attendee - current_attendees)
  return left === 1 ? '1 seat left' : `${count.format(left)} seats left`
}

import type { ReactNode } from 'react'
import type { Event } from '#contract/events/events.ts'
import { price } from '#web/lib/format/numbers.ts'
import { ReachBar } from '#web/ui/controls/reach-bar.tsx'

interface ApplyBarProps {
  event: Event
  /** Only what can be pressed stays in reach. */
  inReach: boolean
  /** A visitor has two ways: who has an account, and who has none yet. */
  two: boolean
  children: ReactNode
}

/** Apply Now, in reach on phones with the price and the seats that are left. */
export function ApplyBar({ event, inReach, two, children }: ApplyBarProps) {
  return (
    <ReachBar inReach={inReach} two={two} first={price(event)} second={seatsLeft(event)}>
      {children}
    </ReachBar>
  )
}

const count = new Intl.NumberFormat('en-US')

/** '' where there is no limit. */
export function seatsLeft({ max_attendee, current_attendees }: Pick<Event, 'max_attendee' | 'current_attendees'>) {
  if (!max_attendee) return ''
  const left = Math.max(0, max_attendee - current_attendees)
  return left === 1 ? '1 seat left' : `${count.format(left)} seats left`
}

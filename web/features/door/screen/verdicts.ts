import {
  Ban,
  CalendarX,
  CircleCheck,
  CircleHelp,
  type LucideIcon,
  ShieldAlert,
  Ticket as TicketIcon,
  UserCheck,
} from 'lucide-react'
import { clockTime, localDate, shortDate } from '#contract/dates.ts'
import type { Verdict } from '#contract/tickets/door.ts'
import type { Decision } from '#web/features/door/phone/kept-scan.ts'

interface Look {
  icon: LucideIcon
  /** Classes of the large panel; white text on each passes AA. */
  panel: string
  /** Classes of the icon in the list. */
  mark: string
  /** The verdict in the list. */
  word: string
  /** Advice for the helper, under the verdict. */
  advice: string
}

const bad = { panel: 'bg-danger-fill text-white', mark: 'text-danger' }

export const looks: Record<Verdict, Look> = {
  checked_in: {
    icon: CircleCheck,
    panel: 'bg-success-fill text-white',
    mark: 'text-success',
    word: 'Checked in',
    advice: '',
  },
  already_used: {
    icon: UserCheck,
    panel: 'bg-warning-fill text-white',
    mark: 'text-warning',
    word: 'Already used',
    advice: '',
  },
  cancelled: { ...bad, icon: Ban, word: 'Cancelled', advice: 'This ticket was cancelled.' },
  expired: { ...bad, icon: CalendarX, word: 'The event is over', advice: 'This ticket lets nobody in any more.' },
  wrong_event: { ...bad, icon: TicketIcon, word: 'Wrong event', advice: 'This ticket is for another event.' },
  unknown: { ...bad, icon: CircleHelp, word: 'Unknown', advice: 'There is no such ticket. Check the number.' },
  forged: { ...bad, icon: ShieldAlert, word: 'Forged', advice: 'This code was not made by us.' },
}

/** The headline of the panel: 'Already used at 6:02 PM', with the day where it was not today. */
export function headline({ verdict, ticket }: Decision, now: Date): string {
  if (verdict === 'checked_in') return 'Welcome'
  if (verdict !== 'already_used' || !ticket?.used_at) return looks[verdict].word
  const today = localDate(ticket.used_at) === localDate(now.toISOString())
  const day = today ? '' : ` on ${shortDate(ticket.used_at)}`
  return `Already used${day} at ${clockTime(ticket.used_at)}`
}

/** The holder's name; a phone without a network knows only the signature of a ticket that is newer than its list. */
export function nameOf({ ticket }: Decision): string {
  if (ticket === null) return ''
  return ticket.fullname || 'Name not known on this phone yet'
}

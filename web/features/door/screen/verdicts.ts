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
import { doorSecond, doorTime, localDate, shortDate } from '#contract/dates.ts'
import type { Verdict } from '#contract/tickets/door.ts'
import { readTicketCode, readTicketNumber } from '#contract/tickets/ticket-code.ts'
import type { Decision, KeptScan } from '#web/features/door/phone/kept-scan.ts'

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

/** What an answer is made of. */
export type Answer = Decision & Pick<KeptScan, 'code' | 'scanned_at' | 'list_at'>

/** The headline of the panel: 'Already used at 18:02', with the day where it was not today. A phone without a network knows
 *  no number that is newer than its list, so it does not say that there is no such ticket. */
export function headline({ verdict, ticket, code, list_at }: Answer, now: Date): string {
  if (verdict === 'checked_in') return 'Welcome'
  if (verdict === 'unknown' && list_at && numberIn(code)) return `Not on this phone's list of ${timeOf(list_at, now)}`
  if (verdict !== 'already_used' || !ticket?.used_at) return looks[verdict].word
  const day = isToday(ticket.used_at, now) ? '' : ` on ${shortDate(ticket.used_at)}`
  return `Already used${day} at ${doorTime(ticket.used_at)}`
}

/** The advice under the headline; '' where there is none to give. */
export function adviceOn({ verdict, code, list_at }: Answer): string {
  if (verdict !== 'unknown') return looks[verdict].advice
  if (!numberIn(code)) return 'This is no ticket. Scan the code of a ticket or type its number.'
  return list_at ? 'It may be newer. Check the number, or ask at a phone with a network.' : looks.unknown.advice
}

/** What was shown and when, so that two answers that are alike still look like two: 'K7PM-3QXA, read at 22:04:31'. */
export function whatWasRead({ ticket, code, scanned_at }: Answer): string {
  const what = ticket?.ticket_number ?? numberIn(code) ?? `“${beginningOf(code)}”`
  return `${what}, read at ${doorSecond(scanned_at)}`
}

/** The number of a ticket in what was scanned or typed; null where there is none. What a code claims may be forged. */
export function numberIn(code: string): string | null {
  return readTicketNumber(readTicketCode(code)?.ticket_number ?? code)
}

const longestBeginning = 16

function beginningOf(code: string): string {
  const letters = [...code]
  return letters.length > longestBeginning ? `${letters.slice(0, longestBeginning).join('')}…` : code
}

const isToday = (iso: string, now: Date) => localDate(iso) === localDate(now.toISOString())
const timeOf = (iso: string, now: Date) => (isToday(iso, now) ? doorTime(iso) : `${shortDate(iso)} at ${doorTime(iso)}`)

/** The holder's name; a phone without a network knows only the signature of a ticket that is newer than its list. */
export function nameOf({ ticket }: Decision): string {
  if (ticket === null) return ''
  return ticket.fullname || 'Name not known on this phone yet'
}

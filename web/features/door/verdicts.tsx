import {
  Ban,
  CalendarX,
  CircleCheck,
  CircleHelp,
  type LucideIcon,
  ScanLine,
  ShieldAlert,
  Ticket as TicketIcon,
  UserCheck,
} from 'lucide-react'
import { doorSecond, doorTime, localDate, shortDate } from '#contract/dates.ts'
import type { Verdict } from '#contract/tickets/door.ts'
import { readTicketCode, readTicketNumber } from '#contract/tickets/ticket-code.ts'
import type { Decision, KeptScan } from '#web/features/door/phone/scan.ts'
import { classes } from '#web/ui/display/classes.ts'
import { Spinner } from '#web/ui/display/loading.tsx'

interface AnswerPanelProps {
  answer: KeptScan | null
  checking: boolean
  /** Where the panel stands above something else: it takes no room before the first answer, and less after it. */
  small: boolean
}

/** The decision about the last ticket, readable at arm's length and announced by screen readers at once. */
export function AnswerPanel({ answer, checking, small }: AnswerPanelProps) {
  return (
    <section
      aria-label="Answer"
      aria-live="assertive"
      aria-atomic="true"
      className={classes(
        '[--least:9rem] sm:[--least:12rem]',
        small && 'max-lg:max-h-[45dvh] max-lg:overflow-y-auto max-lg:[--least:6rem]',
      )}
    >
      {/* Between two answers there is always a moment of checking, so that the same words twice are announced twice. */}
      {checking ? <Checking /> : answer ? <Answer key={answer.scan_id} answer={answer} /> : <Ready hidden={small} />}
    </section>
  )
}

const panel = 'flex min-h-(--least) flex-wrap items-center gap-4 rounded-lg p-[min(1rem,4.5vw)] sm:gap-6 sm:p-6'

function Answer({ answer }: { answer: KeptScan }) {
  const { icon: Icon, panel: colours } = looks[answer.verdict]
  const advice = adviceOn(answer)
  return (
    <div className={classes(panel, 'animate-rise', answer.undone ? 'bg-sunken text-ink' : colours)}>
      <Icon aria-hidden className="size-[min(3.5rem,18vw)] shrink-0 sm:size-24" strokeWidth={1.75} />
      <div className="min-w-[min(9rem,100%)] flex-1">
        <p className="text-2xl/tight font-semibold text-balance sm:text-3xl/tight">
          {answer.undone ? 'Undone' : headline(answer, new Date(answer.scanned_at))}
        </p>
        {answer.ticket ? <p className="mt-1 text-xl/snug font-medium break-words">{nameOf(answer)}</p> : null}
        <p className="figures text-lg/snug wrap-anywhere">{whatWasRead(answer)}</p>
        {answer.undone || advice === '' ? null : <p className="mt-1">{advice}</p>}
      </div>
    </div>
  )
}

function Checking() {
  return (
    <div className={classes(panel, 'bg-sunken text-xl font-medium')}>
      <Spinner />
      Checking...
    </div>
  )
}

function Ready({ hidden }: { hidden: boolean }) {
  return (
    <div className={classes(panel, hidden && 'max-lg:hidden', 'border border-dashed border-control text-ink-soft')}>
      <ScanLine aria-hidden className="size-[min(3rem,18vw)] shrink-0 sm:size-16" strokeWidth={1.5} />
      <p className="min-w-[min(9rem,100%)] flex-1">
        <span className="block text-xl font-medium text-ink">Ready</span>
        Scan a ticket or type its number.
      </p>
    </div>
  )
}

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

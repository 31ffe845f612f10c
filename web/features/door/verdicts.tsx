import {
  Ban,
  CalendarX,
  CircleCheck,
  CircleHelp,
  type IconNode,
  ScanLine,
  ShieldAlert,
  Ticket,
  UserCheck,
} from 'lucide'
import { doorMoment, doorSecond } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import type { Verdict } from '#contract/tickets/door.ts'
import * as door from '#messages/door.json'
import * as m from '#messages/door-answers.json'
import { type Decision, numberIn, type Sale, type SavedScan } from '#web/features/door/phone/scan.ts'
import { clockNow } from '#web/lib/clock.ts'
import { price } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Spinner } from '#web/ui/display/loading.tsx'

interface AnswerPanelProps {
  answer: SavedScan | null
  checking: boolean
  /** Saves space above a list: hidden before the first answer, and lower after it. */
  small: boolean
}

/** The verdict on the last ticket: readable at arm's length, and announced at once by screen readers. */
export function AnswerPanel({ answer, checking, small }: AnswerPanelProps) {
  return (
    <section
      aria-label={door.answer}
      aria-live="assertive"
      aria-atomic="true"
      className={classes(
        '[--least:9rem] sm:[--least:12rem]',
        small && 'max-lg:max-h-[45dvh] max-lg:overflow-y-auto max-lg:[--least:6rem]',
      )}
    >
      {/* 'Checking' between two answers makes screen readers announce both, even if they are equal. */}
      {checking ? <Checking /> : answer ? <Answer key={answer.scan_id} answer={answer} /> : <Ready hidden={small} />}
    </section>
  )
}

const panel = 'flex min-h-(--least) flex-wrap items-center gap-4 rounded-lg p-[min(1rem,4.5vw)] sm:gap-6 sm:p-6'

function Answer({ answer }: { answer: SavedScan }) {
  const { icon, panel: colours } = appearances[answer.verdict]
  const advice = adviceFor(answer)
  return (
    <div className={classes(panel, 'animate-rise', answer.undone ? 'bg-sunken text-ink' : colours)}>
      <Icon icon={icon} className="size-[min(3.5rem,18vw)] shrink-0 stroke-[1.75] sm:size-24" />
      <div className="min-w-[min(9rem,100%)] flex-1">
        <p className="text-2xl/tight font-semibold text-balance sm:text-3xl/tight">
          {answer.undone ? m.undone : headline(answer)}
        </p>
        {answer.ticket ? <p className="mt-1 text-xl/snug font-medium break-words">{holderName(answer)}</p> : null}
        <p className="figures text-lg/snug wrap-anywhere">{describeScan(answer)}</p>
        {answer.undone || advice === '' ? null : <p className="mt-1">{advice}</p>}
      </div>
    </div>
  )
}

function Checking() {
  return (
    <div className={classes(panel, 'bg-sunken text-xl font-medium')}>
      <Spinner />
      {m.checking}
    </div>
  )
}

function Ready({ hidden }: { hidden: boolean }) {
  return (
    <div className={classes(panel, hidden && 'max-lg:hidden', 'border border-dashed border-control text-ink-soft')}>
      <Icon icon={ScanLine} className="size-[min(3rem,18vw)] shrink-0 stroke-[1.5] sm:size-16" />
      <p className="min-w-[min(9rem,100%)] flex-1">
        <span className="block text-xl font-medium text-ink">{m.ready}</span>
        {m.readyHint}
      </p>
    </div>
  )
}

interface Appearance {
  icon: IconNode
  /** Classes of the large panel; white text on each passes AA. */
  panel: string
  /** Classes of the icon in the scan list. */
  mark: string
  label: string
  /** What the helper can do or tell the guest. */
  advice: string
}

const invalid = { panel: 'bg-danger-fill text-white', mark: 'text-danger' }

export const appearances: Record<Verdict, Appearance> = {
  checked_in: {
    icon: CircleCheck,
    panel: 'bg-success-fill text-white',
    mark: 'text-success',
    label: m.checkedIn,
    advice: '',
  },
  already_used: {
    icon: UserCheck,
    panel: 'bg-warning-fill text-white',
    mark: 'text-warning',
    label: m.alreadyUsed,
    advice: '',
  },
  cancelled: { ...invalid, icon: Ban, label: m.cancelled, advice: m.cancelledAdvice },
  expired: { ...invalid, icon: CalendarX, label: m.expired, advice: m.expiredAdvice },
  wrong_event: { ...invalid, icon: Ticket, label: m.wrongEvent, advice: m.wrongEventAdvice },
  unknown: { ...invalid, icon: CircleHelp, label: m.unknown, advice: m.unknownAdvice },
  forged: { ...invalid, icon: ShieldAlert, label: m.forged, advice: m.forgedAdvice },
}

export type Answer = Decision & Pick<SavedScan, 'code' | 'scanned_at' | 'list_at' | 'walk_in'>

/** 'Already used at 18:02', with the day if it was not that of the scan. An offline phone may lack newer tickets, so a
 *  number that is not on its list is not called unknown. */
export function headline({ verdict, ticket, code, list_at, scanned_at, walk_in }: Answer): string {
  const now = Date.parse(scanned_at)
  if (verdict === 'checked_in') return m.welcome
  if (walk_in) return m.notSold
  if (verdict === 'unknown' && list_at && numberIn(code) && ticket?.was_issued !== false) {
    return fill(m.notOnList, { time: doorMoment(list_at, now) })
  }
  if (verdict !== 'already_used' || !ticket?.used_at) return appearances[verdict].label
  return fill(m.alreadyUsedAt, { time: doorMoment(ticket.used_at, now) })
}

/** The advice under the headline; '' if there is none. */
export function adviceFor({ verdict, ticket, code, list_at, walk_in }: Answer): string {
  if (walk_in) return walk_in.refusal ?? ''
  if (verdict !== 'unknown') return appearances[verdict].advice
  if (!numberIn(code)) return m.notATicket
  if (ticket?.status === 'INVITED') return m.invitedAdvice
  const isFinal = list_at === undefined || ticket?.status === 'CANCELLED'
  return isFinal ? appearances.unknown.advice : m.mayBeNewer
}

/** 'K7PM-3QXA, read at 22:04:31'. The seconds tell two otherwise equal answers apart. */
export function describeScan({ ticket, code, scanned_at, walk_in }: Answer): string {
  if (walk_in) return [ticket?.ticket_type, saleText(walk_in), doorSecond(scanned_at)].filter(Boolean).join(', ')
  const what = ticket?.ticket_number ?? numberIn(code) ?? `“${shortened(code)}”`
  return [ticket?.ticket_type, fill(m.readAt, { code: what, time: doorSecond(scanned_at) })].filter(Boolean).join(', ')
}

/** 'Walk-in, 100฿ in cash'. */
export function saleText({ payment, price_satang }: Pick<Sale, 'payment' | 'price_satang'>): string {
  if (payment === 'free') return m.walkInFree
  const paid = price({ is_free: false, ticket_price: price_satang / 100 })
  return fill(payment === 'cash' ? m.walkInCash : m.walkInPromptPay, { price: paid })
}

const longestText = 16

function shortened(code: string): string {
  const letters = [...code]
  return letters.length > longestText ? `${letters.slice(0, longestText).join('')}…` : code
}

/** '18:02', with the day if it was not today. */
export const momentOf = (iso: string) => doorMoment(iso, clockNow())

/** The holder's name. An offline phone knows a newer ticket only by its signature, without the name. */
export function holderName({ ticket }: Decision): string {
  if (ticket === null) return ''
  return ticket.fullname || m.nameNotHere
}

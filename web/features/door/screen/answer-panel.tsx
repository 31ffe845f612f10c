import { ScanLine } from 'lucide-react'
import type { KeptScan } from '#web/features/door/phone/kept-scan.ts'
import { classes } from '#web/ui/display/classes.ts'
import { Spinner } from '#web/ui/display/loading.tsx'
import { adviceOn, headline, looks, nameOf, whatWasRead } from './verdicts.ts'

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

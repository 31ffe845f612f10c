import type { ReactNode } from 'react'
import { fullDate } from '#contract/dates.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { price } from '#web/lib/format/numbers.ts'
import { QuestionDialog } from '#web/ui/controls/dialog.tsx'

interface AskToApplyProps {
  open: boolean
  title: string
  confirmLabel: string
  keepLabel: string
  event: EventDetail
  busy: string | false
  onConfirm: () => void
  onClose: () => void
  /** What to know before. */
  children: ReactNode
}

/** Asks whoever pressed Apply Now before they logged in, or as the last seat was taken. Only the press applies. */
export function AskToApply({ event, children, ...question }: AskToApplyProps) {
  return (
    <QuestionDialog {...question}>
      <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-sm text-ink-soft">Starts</dt>
          <dd>
            <time dateTime={event.start_date_event}>{fullDate(event.start_date_event)}</time>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Price</dt>
          <dd>{price(event)}</dd>
        </div>
      </dl>
      {children}
    </QuestionDialog>
  )
}

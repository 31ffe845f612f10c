import type { ReactNode } from 'react'
import { fullDate } from '#contract/dates.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { price } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'

interface AskToApplyProps {
  open: boolean
  event: EventDetail
  /** Every seat is taken: the question is whether to stand in line. */
  waits: boolean
  busy: string | false
  onConfirm: () => void
  onClose: () => void
  /** What to know before. */
  children: ReactNode
}

/** Asks whoever pressed Apply Now before they logged in, or as the last seat was taken. Only the press applies. */
export function AskToApply({ open, event, waits, busy, onConfirm, onClose, children }: AskToApplyProps) {
  return (
    <Dialog
      open={open}
      title={waits ? 'Every seat is taken. Join the waiting list?' : `Apply for ${event.event_name} now?`}
      onClose={onClose}
      hasWayOut
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={Boolean(busy)}>
            Not Now
          </Button>
          <Button onClick={onConfirm} busy={busy}>
            {waits ? 'Join the waiting list' : 'Apply'}
          </Button>
        </>
      }
    >
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
    </Dialog>
  )
}

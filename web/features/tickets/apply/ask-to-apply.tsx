import { longDate } from '#contract/dates.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { price } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { PaymentNote } from './payment-note.tsx'

interface AskToApplyProps {
  open: boolean
  event: EventDetail
  busy: string | false
  onConfirm: () => void
  onClose: () => void
}

/** Asks whoever pressed Apply Now before they logged in. Only the press applies. */
export function AskToApply({ open, event, busy, onConfirm, onClose }: AskToApplyProps) {
  return (
    <Dialog
      open={open}
      title={`Apply for ${event.event_name} now?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={Boolean(busy)}>
            Not Now
          </Button>
          <Button onClick={onConfirm} busy={busy}>
            Apply
          </Button>
        </>
      }
    >
      <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-sm text-ink-soft">Starts</dt>
          <dd>
            <time dateTime={event.start_date_event}>{longDate(event.start_date_event)}</time>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Price</dt>
          <dd>{price(event)}</dd>
        </div>
      </dl>
      <PaymentNote event={event} />
    </Dialog>
  )
}

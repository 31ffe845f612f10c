import { ChevronDown } from 'lucide-react'
import { fullDate } from '#contract/dates.ts'
import { grouped, receiverName } from '#contract/tickets/receiver.ts'
import type { Refund } from '#contract/tickets/refunds.ts'
import { ends } from '#web/features/applicants/page/next-step.ts'
import { SlipReview } from '#web/features/applicants/slip/slip-review.tsx'
import { exactBaht } from '#web/lib/format/numbers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyNumber } from '#web/ui/controls/copy-number.tsx'

interface RefundRowProps {
  refund: Refund
  onMark: () => void
  /** Called once its slip was refused. */
  onRefused: () => void
}

/** Money that is due: to whom, how much, where to, why, and since when. */
export function RefundRow({ refund, onMark, onRefused }: RefundRowProps) {
  const { application_id, fullname, ticket_number, amount_satang, refund_to, cancelled_at, cancel_reason, slip } =
    refund
  const slipped = { application_id, price_satang: amount_satang, slip, state: 'CANCELLED' } as const
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{fullname}</p>
          <p className="figures text-sm text-ink-soft">{ticket_number}</p>
        </div>
        <p className="figures text-xl font-semibold">{exactBaht(amount_satang)} baht</p>
      </div>
      <p className="text-ink-soft">
        {ends[cancel_reason]} <span className="figures">This has been due since {fullDate(cancelled_at)}.</span>
      </p>
      {refund_to === '' ? (
        <p>They have given no PromptPay number. Their email and phone number are in the list of applicants.</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3">
          <span>
            <span className="block text-sm text-ink-soft">{receiverName(refund_to)}</span>
            <span className="figures text-lg whitespace-nowrap">{grouped(refund_to)}</span>
          </span>
          <CopyNumber digits={refund_to} name={`Copy number of ${fullname}`} />
        </p>
      )}
      {refund.paid_at === null ? <p className="font-medium">Their slip was never decided: look at it first.</p> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={onMark} aria-label={`Mark as refunded: ${fullname}`}>
          Mark as refunded
        </Button>
      </div>
      {slip === null ? null : (
        <details className="group" open={refund.paid_at === null}>
          <summary
            aria-label={`Transfer slip of ${fullname}`}
            className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-sm text-accent-ink [&::-webkit-details-marker]:hidden"
          >
            Transfer slip
            <ChevronDown aria-hidden className="size-4 transition group-open:rotate-180" />
          </summary>
          <SlipReview applicant={slipped} onDecided={onRefused} />
        </details>
      )}
    </li>
  )
}

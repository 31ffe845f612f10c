import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shortDate } from '#contract/dates.ts'
import { exportRefunds, type Refund } from '#contract/tickets/refunds.ts'
import { call } from '#web/lib/api/call.ts'
import { exactBaht } from '#web/lib/format/numbers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { DownloadTable } from '#web/ui/controls/download-table.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { RefundRow } from './refund-row.tsx'
import { type Asked, type DoneRefund, useRefunds } from './use-refunds.ts'

const number = new Intl.NumberFormat('en-US')

/** What the owner of an event has to pay back, and what they have paid back. */
export function Refunds({ eventId, first }: { eventId: number; first: Refund[] }) {
  const [marked, setMarked] = useState(0)
  const said = useRef<HTMLParagraphElement>(null)
  const { refunds, asked, busy, ask, askToUndo, confirm, reload, close } = useRefunds(eventId, first, () => {
    setMarked((before) => before + 1)
  })
  // Once the question is closed, the pressed button is gone with its row.
  useEffect(() => {
    if (marked > 0) said.current?.focus()
  }, [marked])
  const due = refunds.filter(({ refunded_at }) => refunded_at === null)
  const done = refunds.filter((refund): refund is DoneRefund => refund.refunded_at !== null)
  // Of a slip that nobody has decided about it is not known whether any money came.
  const sure = due.filter(({ paid_at }) => paid_at !== null)

  const undoes = asked !== null && 'undoes' in asked

  async function handleRefused() {
    await reload()
    said.current?.focus()
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p ref={said} role="status" tabIndex={-1} className="figures rounded-sm text-ink-soft">
          {due.length === 0 ? 'No refund is due.' : dueWords(due)}
        </p>
        {sure.length > 1 ? (
          <Button variant="secondary" onClick={() => ask(sure)}>
            {sure.length === due.length
              ? `Mark all ${number.format(sure.length)} as refunded`
              : `Mark the ${number.format(sure.length)} that were paid as refunded`}
          </Button>
        ) : null}
      </div>
      {due.length === 0 ? (
        <EmptyState title="Nothing to pay back">
          <p>
            Whoever has paid and does not come any more is listed here, until you mark that you have paid them back.
          </p>
        </EmptyState>
      ) : (
        <ul aria-label="Refunds due" className="flex flex-col gap-3">
          {due.map((refund) => (
            <RefundRow
              key={refund.application_id}
              refund={refund}
              onMark={() => ask([refund])}
              onRefused={handleRefused}
            />
          ))}
        </ul>
      )}
      {done.length > 0 ? <PaidBack done={done} onUndo={askToUndo} /> : null}
      {refunds.length > 0 ? (
        <div className="flex justify-end">
          <DownloadTable
            file={`event-${eventId}-refunds.csv`}
            load={() => call(exportRefunds, { params: { eventId } })}
          />
        </div>
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        title={asked === null ? '' : questionOf(asked)}
        confirmLabel={undoes ? 'Mark as not refunded' : 'Mark as refunded'}
        keepLabel="Cancel"
        busy={busy && 'Marking...'}
        onConfirm={confirm}
        onClose={close}
      >
        {undoes ? (
          <p>The money is due again then, and their receipt no longer says that it was paid back.</p>
        ) : (
          <p>Do this once you have transferred the money. Their receipt then says so.</p>
        )}
      </ConfirmDialog>
    </div>
  )
}

function PaidBack({ done, onUndo }: { done: DoneRefund[]; onUndo: (refund: DoneRefund) => void }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-accent-ink [&::-webkit-details-marker]:hidden">
        {`Paid back (${number.format(done.length)})`}
        <ChevronDown aria-hidden className="size-4 transition group-open:rotate-180" />
      </summary>
      <ul aria-label="Paid back" className="divide-y divide-line">
        {done.map((refund) => (
          <PaidBackRow key={refund.application_id} refund={refund} onUndo={() => onUndo(refund)} />
        ))}
      </ul>
    </details>
  )
}

function PaidBackRow({ refund, onUndo }: { refund: DoneRefund; onUndo: () => void }) {
  const { fullname, ticket_number, amount_satang, refunded_at } = refund
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="min-w-0 wrap-anywhere">
        {fullname} <span className="figures text-sm text-ink-soft">{ticket_number}</span>
      </span>
      <span className="figures text-ink-soft">{`${exactBaht(amount_satang)} baht, ${shortDate(refunded_at)}`}</span>
      <Button variant="quiet" onClick={onUndo} aria-label={`Mark as not refunded: ${fullname}`}>
        Mark as not refunded
      </Button>
    </li>
  )
}

/** '2 refunds are due, 501.00 baht together.' */
function dueWords(due: Refund[]): string {
  const baht = sumOf(due)
  return due.length === 1
    ? `1 refund is due, of ${baht} baht.`
    : `${number.format(due.length)} refunds are due, ${baht} baht together.`
}

function questionOf(asked: Asked): string {
  if ('undoes' in asked) {
    const { amount_satang, fullname } = asked.undoes
    return `Mark ${exactBaht(amount_satang)} baht to ${fullname} as not refunded?`
  }
  const { marks } = asked
  const [only] = marks
  const baht = sumOf(marks)
  return marks.length === 1 && only
    ? `Have you paid ${baht} baht back to ${only.fullname}?`
    : `Have you paid back these ${number.format(marks.length)} refunds, ${baht} baht together?`
}

/** What they come to, in baht: '501.00'. */
function sumOf(refunds: Refund[]): string {
  return exactBaht(refunds.reduce((sum, { amount_satang }) => sum + amount_satang, 0))
}

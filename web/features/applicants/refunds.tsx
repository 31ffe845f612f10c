import { ChevronDown } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { fullDate, shortDate } from '#contract/dates.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { exactBaht } from '#contract/numbers.ts'
import { grouped, receiverName } from '#contract/tickets/promptpay-number.ts'
import { exportRefunds, listRefunds, markRefunded, type Refund, undoRefunded } from '#contract/tickets/refunds.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/refunds.json'
import * as tables from '#messages/tables.json'
import { isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyNumber } from '#web/ui/controls/copy-number.tsx'
import { DownloadTable } from '#web/ui/controls/csv-buttons.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { endReasons } from './application-states.ts'
import { SlipReview } from './slip-review.tsx'

interface RefundsProps {
  eventId: number
  first: Refund[]
  /** Called with the number of those that are due whenever it may have changed. */
  onDue: (due: number) => void
}

/** What the owner of an event has to pay back, and has paid back. */
export function Refunds({ eventId, first, onDue }: RefundsProps) {
  const [marked, setMarked] = useState(0)
  const status = useRef<HTMLParagraphElement>(null)
  const { refunds, asked, busy, ask, askToUndo, confirm, reload, close } = useRefunds({
    eventId,
    first,
    onDue,
    onMarked: () => setMarked((before) => before + 1),
  })
  // When the dialog closes, the pressed button is gone with its row. The list stays where it is, for the next one.
  useEffect(() => {
    if (marked > 0) status.current?.focus({ preventScroll: true })
  }, [marked])
  const due = refunds.filter(({ refunded_at }) => refunded_at === null)
  const done = refunds.filter((refund): refund is DoneRefund => refund.refunded_at !== null)
  // An undecided slip does not show whether any money came.
  const confirmed = due.filter(({ paid_at }) => paid_at !== null)

  const undoes = asked !== null && 'undoes' in asked

  async function handleRefused() {
    await reload()
    status.current?.focus({ preventScroll: true })
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p ref={status} role="status" tabIndex={-1} className="figures rounded-sm text-ink-soft">
          {due.length === 0 ? m.noneDue : dueText(due)}
        </p>
        {confirmed.length > 1 ? (
          <Button variant="secondary" onClick={() => ask(confirmed)}>
            {confirmed.length === due.length
              ? fill(m.markAll, { count: formatNumber(confirmed.length) })
              : fill(m.markAllPaid, { count: formatNumber(confirmed.length) })}
          </Button>
        ) : null}
      </div>
      {due.length === 0 ? (
        <EmptyState title={m.empty}>
          <p>{m.emptyHint}</p>
        </EmptyState>
      ) : (
        <ul aria-label={m.refundsDue} className="flex flex-col gap-3">
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
            file={fill(tables.fileRefunds, { event: eventId })}
            load={() => call(exportRefunds, { params: { eventId } })}
          />
        </div>
      ) : null}
      <ConfirmDialog
        danger={false}
        open={asked !== null}
        title={asked === null ? '' : questionOf(asked)}
        confirmLabel={undoes ? m.markNotRefunded : m.markRefunded}
        keepLabel={common.cancel}
        busy={busy && m.marking}
        onConfirm={confirm}
        onClose={close}
      >
        <p>{undoes ? m.markNotRefundedHint : m.markRefundedHint}</p>
      </ConfirmDialog>
    </div>
  )
}

function PaidBack({ done, onUndo }: { done: DoneRefund[]; onUndo: (refund: DoneRefund) => void }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-accent-ink [&::-webkit-details-marker]:hidden">
        {fill(m.paidBackCount, { count: formatNumber(done.length) })}
        <Icon icon={ChevronDown} className="size-4 transition group-open:rotate-180" />
      </summary>
      <ul aria-label={m.paidBack} className="divide-y divide-line">
        {done.map((refund) => (
          <PaidBackRow key={refund.application_id} refund={refund} onUndo={() => onUndo(refund)} />
        ))}
      </ul>
    </details>
  )
}

function PaidBackRow({ refund, onUndo }: { refund: DoneRefund; onUndo: () => void }) {
  const { fullname, paid_by, ticket_number, amount_satang, refunded_at } = refund
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="min-w-0 wrap-anywhere">
        {nameAndPayer({ fullname, paid_by })} <span className="figures text-sm text-ink-soft">{ticket_number}</span>
      </span>
      <span className="figures text-ink-soft">
        {fill(m.paidBackOn, { baht: exactBaht(amount_satang), date: shortDate(refunded_at) })}
      </span>
      <Button variant="quiet" onClick={onUndo} aria-label={fill(m.markNotRefundedOf, { name: fullname })}>
        {m.markNotRefunded}
      </Button>
    </li>
  )
}

/** '2 refunds are due, 501.00 baht together.' */
function dueText(due: Refund[]): string {
  return counted(due.length, m.due_one, m.due_other, { baht: sumOf(due) })
}

function questionOf(asked: Asked): string {
  if ('undoes' in asked) {
    const { amount_satang } = asked.undoes
    return fill(m.markNotRefundedAsk, { baht: exactBaht(amount_satang), name: payerOf(asked.undoes) })
  }
  const { marks } = asked
  const [only] = marks
  const baht = sumOf(marks)
  return marks.length === 1 && only
    ? fill(m.haveYouPaid, { baht, name: payerOf(only) })
    : fill(m.haveYouPaidAll, { count: formatNumber(marks.length), baht })
}

type Payer = Pick<Refund, 'fullname' | 'paid_by'>

const payerOf = ({ fullname, paid_by }: Payer) => paid_by ?? fullname

/** 'Nid Mai, paid by Ann Dee'. */
function nameAndPayer({ fullname, paid_by }: Payer): string {
  return paid_by === null ? fullname : fill(m.paidByName, { name: fullname, payer: paid_by })
}

/** In baht: '501.00'. */
function sumOf(refunds: Refund[]): string {
  return exactBaht(refunds.reduce((sum, { amount_satang }) => sum + amount_satang, 0))
}

interface RefundRowProps {
  refund: Refund
  onMark: () => void
  /** Called after its slip was refused. */
  onRefused: () => void
}

function RefundRow({ refund, onMark, onRefused }: RefundRowProps) {
  const {
    application_id,
    fullname,
    ticket_number,
    ticket_type,
    code,
    amount_satang,
    refund_to,
    cancelled_at,
    cancel_reason,
    slip,
  } = refund
  const slipped = { application_id, price_satang: amount_satang, slip, state: 'CANCELLED' } as const
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{nameAndPayer(refund)}</p>
          <p className="figures text-sm wrap-anywhere text-ink-soft">
            {[ticket_number, ticket_type, code && fill(m.codeNamed, { code })].filter(Boolean).join(', ')}
          </p>
        </div>
        <p className="figures text-xl font-semibold wrap-anywhere">
          {fill(m.bahtAmount, { amount: exactBaht(amount_satang) })}
        </p>
      </div>
      <p className="text-ink-soft">
        {endReasons[cancel_reason]}{' '}
        <span className="figures">{fill(m.dueSince, { date: fullDate(cancelled_at) })}</span>
      </p>
      {refund_to === '' ? (
        <p>{m.noPromptPay}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3">
          <span>
            <span className="block text-sm text-ink-soft">{receiverName(refund_to)}</span>
            <span className="figures text-lg whitespace-nowrap">{grouped(refund_to)}</span>
          </span>
          <CopyNumber digits={refund_to} name={fill(m.copyNumberOf, { name: payerOf(refund) })} />
        </p>
      )}
      {refund.paid_at === null ? <p className="font-medium">{m.decideSlipFirst}</p> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={onMark} aria-label={fill(m.markRefundedOf, { name: fullname })}>
          {m.markRefunded}
        </Button>
      </div>
      {slip === null ? null : (
        <details className="group" open={refund.paid_at === null}>
          <summary
            aria-label={fill(m.transferSlipOf, { name: fullname })}
            className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-sm text-accent-ink [&::-webkit-details-marker]:hidden"
          >
            {m.transferSlip}
            <Icon icon={ChevronDown} className="size-4 transition group-open:rotate-180" />
          </summary>
          <SlipReview applicant={slipped} onDecided={onRefused} />
        </details>
      )}
    </li>
  )
}

/** Refunds per call. */
const most = 1_000

type DoneRefund = Refund & { refunded_at: string }

/** What the dialog asks about: refunds to mark as paid back, or one to mark as not paid back. */
type Asked = { marks: Refund[] } | { undoes: DoneRefund }

/** An event's refunds, which are marked after a question. Calls `onMarked` after that. */
function useRefunds({ eventId, first, onDue, onMarked }: RefundsProps & { onMarked: () => void }) {
  const [refunds, setRefunds] = useState(first)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { run, busy } = useAction()
  const params = { eventId }

  async function reload() {
    // If the call fails, the old list stays.
    const fresh = await call(listRefunds, { params }).catch(() => null)
    if (fresh) show(fresh)
  }

  function show(fresh: Refund[]) {
    setRefunds(fresh)
    onDue(fresh.filter(({ refunded_at }) => refunded_at === null).length)
  }

  async function confirm() {
    if (asked === null) return
    await run(
      async () => {
        show(await send(asked))
        setAsked(null)
        notify.success(doneText(asked))
        onMarked()
      },
      async (error) => {
        // It was marked elsewhere, or its slip was refused: the list is out of date.
        if (!isOutcomeUnknown(error)) {
          setAsked(null)
          await reload()
        }
        return messageOf(error, 'undoes' in asked ? m.markNotRefundedFailed : m.markRefundedFailed)
      },
    )
  }

  function send(asked: Asked): Promise<Refund[]> {
    if ('undoes' in asked) {
      const { application_id: application, refunded_at } = asked.undoes
      return call(undoRefunded, { params, body: { application, refunded_at } })
    }
    const applications = asked.marks.map(({ application_id }) => application_id)
    return call(markRefunded, { params, body: { applications } })
  }

  return {
    refunds,
    asked,
    busy,
    ask: (some: Refund[]) => setAsked({ marks: some.slice(0, most) }),
    askToUndo: (one: DoneRefund) => setAsked({ undoes: one }),
    confirm,
    reload,
    close: () => setAsked(null),
  }
}

function doneText(asked: Asked): string {
  if ('undoes' in asked) return m.dueAgain
  return counted(asked.marks.length, m.marked_one, m.marked_other)
}

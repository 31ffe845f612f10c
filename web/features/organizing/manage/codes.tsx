import { Link2, ListPlus, Pencil, Plus } from 'lucide'
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { dateAndTime } from '#contract/dates.ts'
import { codeParameter, eventPath } from '#contract/events/event-links.ts'
import type { Event } from '#contract/events/events.ts'
import { counted, fill, listOf } from '#contract/language/messages.ts'
import { type Code, exportCodes, importCodes } from '#contract/tickets/codes.schemas.ts'
import * as m from '#messages/codes.json'
import * as common from '#messages/common.json'
import * as tables from '#messages/tables.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { formatNumber, price, reductionText } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { DownloadTable, UploadTable } from '#web/ui/controls/csv-buttons.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { CodeDialog } from './code-form.tsx'

type OwnEvent = Pick<Event, 'id' | 'link_key' | 'ticket_types' | 'is_called_off'>

interface CodesProps {
  event: OwnEvent
  /** One page. */
  codes: Code[]
  /** The number of matches on all pages. */
  total: number
  /** What was searched for; '' for nothing. */
  search: string
  /** The search. */
  children: ReactNode
}

/** An event's codes with what each has brought, for its owner. */
export function Codes({ event, codes, total, search, children }: CodesProps) {
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useState<Code | 'one' | 'many' | null>(null)
  const isEmpty = total === 0 && search === ''

  async function handleDone(success: string) {
    setOpened(null)
    notify.success(success)
    await revalidate()
  }

  return (
    <div className="flex flex-col gap-4">
      {event.is_called_off ? null : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpened('one')}>
            <Icon icon={Plus} />
            {m.addCode}
          </Button>
          <Button variant="secondary" onClick={() => setOpened('many')}>
            <Icon icon={ListPlus} />
            {m.makeMany}
          </Button>
          <UploadCodes eventId={event.id} onDone={handleDone} />
          {isEmpty ? null : (
            <DownloadTable
              file={fill(tables.fileCodes, { event: event.id })}
              load={() => call(exportCodes, { params: { eventId: event.id } })}
            />
          )}
        </div>
      )}
      {children}
      {isEmpty ? (
        <EmptyState title={m.empty}>
          <p>{m.emptyHint}</p>
        </EmptyState>
      ) : (
        <>
          <p role="status" className="figures text-ink-soft">
            {total === 0 ? fill(m.noneFound, { search }) : counted(total, m.codeCount_one, m.codeCount_other)}
          </p>
          {codes.length > 0 ? <CodesTable event={event} codes={codes} onEdit={setOpened} /> : null}
        </>
      )}
      <CodeDialog opened={opened} event={event} onDone={handleDone} onClose={() => setOpened(null)} />
    </div>
  )
}

function CodesTable({ event, codes, onEdit }: { event: OwnEvent; codes: Code[]; onEdit: (code: Code) => void }) {
  return (
    <table aria-label={m.codes} className="figures w-full rounded-lg bg-card text-left shadow-card">
      <thead className="max-md:sr-only">
        <tr className="text-sm text-ink-soft">
          <Heading className="pl-4">{common.code}</Heading>
          <Heading>{m.whatItDoes}</Heading>
          <Heading>{m.used}</Heading>
          <Heading>{m.valid}</Heading>
          <Heading className="text-right">{m.revenue}</Heading>
          <Heading className="pr-4">
            <span className="sr-only">{m.actions}</span>
          </Heading>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {codes.map((code) => (
          <CodeRow key={code.id} event={event} code={code} onEdit={() => onEdit(code)} />
        ))}
      </tbody>
    </table>
  )
}

function Heading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={classes('px-3 py-3 font-normal', className)}>
      {children}
    </th>
  )
}

/** A row on wide screens, a block on phones. */
const cell = 'max-md:block max-md:px-4 md:px-3 md:py-3'

function CodeRow({ event, code, onEdit }: { event: OwnEvent; code: Code; onEdit: () => void }) {
  const link = () => {
    const address = new URL(eventPath(event.id, event.link_key), location.origin)
    address.searchParams.set(codeParameter, code.code)
    return copyWithNotice(address.href, common.linkCopied)
  }
  return (
    <tr className="border-t border-line align-top max-md:relative max-md:block max-md:py-3">
      <th scope="row" className={`${cell} font-medium wrap-anywhere max-md:pr-28 md:pl-4`}>
        <span className={code.is_stopped ? 'text-ink-soft line-through' : ''}>{code.code}</span>
        {code.is_stopped ? (
          <span className="ml-2 inline-block">
            <Badge tone="neutral">{m.stopped}</Badge>
          </span>
        ) : null}
      </th>
      <td className={`${cell} wrap-anywhere max-md:pr-28`}>{effectOf(code, event.ticket_types)}</td>
      <td className={`${cell} whitespace-nowrap text-ink-soft`}>
        <span className="md:hidden">{`${m.used} `}</span>
        {code.capacity === null
          ? formatNumber(code.used)
          : `${formatNumber(code.used)} / ${formatNumber(code.capacity)}`}
      </td>
      <td className={`${cell} text-sm text-ink-soft empty:hidden! md:empty:table-cell!`}>
        {timeOf(code) ? <span className="md:hidden">{`${m.valid} `}</span> : null}
        {timeOf(code)}
      </td>
      <td className={`${cell} md:text-right md:whitespace-nowrap`}>
        <span className="text-ink-soft md:hidden">{`${m.revenue} `}</span>
        {code.brought_satang === 0 ? m.noMoney : price({ is_free: false, ticket_price: code.brought_satang / 100 })}
      </td>
      <td className="max-md:absolute max-md:top-1 max-md:right-2 md:py-1 md:pr-2 md:text-right md:whitespace-nowrap">
        <button
          type="button"
          className="icon-button"
          aria-label={fill(m.copyLinkWith, { code: code.code })}
          onClick={link}
        >
          <Icon icon={Link2} />
        </button>
        {event.is_called_off ? null : (
          <button
            type="button"
            className="icon-button"
            aria-label={fill(m.editCode, { code: code.code })}
            onClick={onEdit}
          >
            <Icon icon={Pencil} />
          </button>
        )}
      </td>
    </tr>
  )
}

/** Such as '20% off for VIP', 'Opens Press' and '50฿ off, 2 per person'. */
function effectOf(code: Code, types: Event['ticket_types']): string {
  const chosen = types.filter(({ id }) => code.type_ids.includes(id))
  const off = reductionText(code)
  const isForRemoved = code.type_ids.length > 0 && chosen.length === 0
  const of = isForRemoved ? [m.removedTypes] : chosen.map(({ name }) => name)
  const opens = chosen.filter(({ is_hidden }) => is_hidden).map(({ name }) => name)
  const reduction = off && of.length > 0 ? fill(m.reductionFor, { reduction: off, types: listOf(of) }) : off
  const effect = opens.length > 0 ? withOpened(reduction, listOf(opens)) : reduction
  if (code.per_person === null) return effect
  const count = formatNumber(code.per_person)
  return effect ? fill(m.effectPerPerson, { effect, count }) : fill(m.perPerson, { count })
}

const withOpened = (reduction: string, types: string) =>
  reduction ? fill(m.reductionAndOpens, { reduction, types }) : fill(m.opens, { types })

function timeOf({ valid_from, valid_until }: Code): string {
  const start = valid_from && dateAndTime(valid_from)
  const end = valid_until && dateAndTime(valid_until)
  if (start && end) return fill(m.fromUntil, { start, end })
  if (start) return fill(m.from, { start })
  return end ? fill(m.until, { end }) : ''
}

/** Uploads a CSV file; problems of its rows are shown until they are closed. */
function UploadCodes({ eventId, onDone }: { eventId: number; onDone: (success: string) => Promise<void> }) {
  const [problems, setProblems] = useState<string[]>([])
  const { run, busy } = useAction()

  async function upload(csv: string) {
    const { added, changed } = await call(importCodes, { params: { eventId }, body: { csv } })
    await onDone(counted(added, m.uploaded_one, m.uploaded_other, { changed: formatNumber(changed) }))
  }

  function handleFailure(error: unknown) {
    const rows = error instanceof ApiError ? error.problems.map(({ msg }) => msg) : []
    if (rows.length === 0) return messageOf(error, m.notUploaded)
    setProblems(rows)
    return undefined
  }

  return (
    <>
      <UploadTable
        hint={m.tableHint}
        busy={busy && m.uploading}
        onTable={(csv) => run(() => upload(csv), handleFailure)}
      />
      <Dialog open={problems.length > 0} title={m.nothingUploaded} onClose={() => setProblems([])}>
        <p className="text-ink-soft">{m.correctRows}</p>
        <ul className="flex flex-col gap-1 wrap-anywhere">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

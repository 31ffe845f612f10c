import { ChevronDown, Mails } from 'lucide'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { dayAndTime } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import { counted, fill } from '#contract/language/messages.ts'
import {
  audienceLabels,
  type ClosedReason,
  type EventMessage,
  listMessages,
  stopMessage,
  type Undelivered,
} from '#contract/tickets/messages.ts'
import * as m from '#messages/messages.json'
import { isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Message } from '#web/ui/display/message.tsx'

/** While a message is being sent its numbers are loaded again after this time. */
const reloadMs = 3_000

interface MessageListProps {
  eventId: number
  messages: EventMessage[]
  /** Why no more can be written. */
  closed: ClosedReason | null
}

const closedReasons: Record<ClosedReason, string> = {
  event_called_off: m.calledOff,
  event_deleted: errors.event_deleted.message,
  messages_closed: errors.messages_closed.message,
}

/** The messages about an event, newest first. */
export function MessageList({ eventId, messages: loaded, closed }: MessageListProps) {
  const { revalidate } = useRevalidator()
  const messages = useProgress(eventId, loaded)
  const [stopping, setStopping] = useState<EventMessage | null>(null)
  const { run, busy } = useAction()

  async function handleStop(message: EventMessage) {
    const stop = () => call(stopMessage, { params: { eventId, messageId: message.id } })
    const isStopped = await run(stop, (error) => {
      // It may have left already. Without an answer a reload would fail too, and replace the page.
      if (!isOutcomeUnknown(error)) void revalidate()
      return messageOf(error, m.notStopped)
    })
    setStopping(null)
    if (!isStopped) return
    notify.success(m.stoppedNotice)
    await revalidate()
  }

  if (messages.length === 0) {
    return (
      <EmptyState icon={Mails} title={m.empty}>
        <p>{closed === null ? m.emptyHint : closedReasons[closed]}</p>
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {closed === null ? null : (
        <Message kind="info" announced={false}>
          {closedReasons[closed]}
        </Message>
      )}
      <ul aria-label={m.messages} className="flex flex-col gap-4">
        {messages.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} onStop={() => setStopping(message)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={stopping !== null}
        title={m.stopAsk}
        confirmLabel={m.stop}
        busy={busy && m.stopping}
        onConfirm={() => stopping && handleStop(stopping)}
        onClose={() => setStopping(null)}
      >
        <p>{m.stopHint}</p>
      </ConfirmDialog>
    </div>
  )
}

/** The messages, read again every few seconds while one is being sent. Not through the router: a reload that fails would replace
 *  the page. */
function useProgress(eventId: number, loaded: EventMessage[]): EventMessage[] {
  const [newest, setNewest] = useState({ of: loaded, messages: loaded })
  const messages = newest.of === loaded ? newest.messages : loaded
  const isUnderway = messages.some(
    ({ state, timing }) => state === 'sending' || (state === 'scheduled' && timing === 'now'),
  )
  useEffect(() => {
    if (!isUnderway) return
    let isStopped = false
    let timer = setTimeout(read, reloadMs)
    async function read() {
      const answer = await call(listMessages, { params: { eventId } }).catch(() => null)
      if (isStopped) return
      if (answer) setNewest({ of: loaded, messages: answer.messages })
      timer = setTimeout(read, reloadMs)
    }
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [eventId, loaded, isUnderway])
  return messages
}

const states = {
  scheduled: { label: m.scheduled, tone: 'accent' },
  sending: { label: m.beingSent, tone: 'warning' },
  sent: { label: m.sent, tone: 'success' },
  stopped: { label: m.stopped, tone: 'neutral' },
} as const

function MessageCard({ message, onStop }: { message: EventMessage; onStop: () => void }) {
  const { label, tone } = states[message.state]
  const isOpen = message.state === 'scheduled' || message.state === 'sending'
  return (
    <Card className="flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-lg wrap-anywhere">{message.subject}</h2>
          <p className="figures text-sm text-ink-soft">
            {fill(m.toWhen, { audience: audienceLabels[message.audience], when: dayAndTime(message.send_at) })}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="figures">{outcome(message)}</p>
      {message.not_delivered > 0 ? <NotDelivered message={message} /> : null}
      <details className="group">
        <summary
          aria-label={fill(m.textOf, { subject: message.subject })}
          className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-accent-ink [&::-webkit-details-marker]:hidden"
        >
          {m.text}
          <Icon icon={ChevronDown} className="size-4 transition group-open:rotate-180" />
        </summary>
        <p className="wrap-anywhere whitespace-pre-line">{message.text}</p>
        {message.photos_url ? (
          <p className="mt-2 wrap-anywhere text-ink-soft">{fill(m.photosAt, { link: message.photos_url })}</p>
        ) : null}
      </details>
      {isOpen ? (
        <div>
          <Button variant="secondary" aria-label={fill(m.stopMessage, { subject: message.subject })} onClick={onStop}>
            {m.stop}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

const stops: Record<NonNullable<EventMessage['stop_reason']>, string> = {
  organizer: m.stoppedByOrganizer,
  operator: m.stoppedByOperator,
  too_many: m.stoppedTooMany,
  event_gone: m.stoppedEventGone,
}

/** What has become of a message, in a sentence. */
function outcome({ state, stop_reason, total, sent, turned_off }: EventMessage): string {
  if (state === 'scheduled') return m.nobodyHasIt
  if (stop_reason !== null) return sent === 0 ? stops[stop_reason] : `${stops[stop_reason]} ${sentTo(sent, total)}`
  if (total === 0) return m.nobodyInGroup
  const reached = sentTo(sent, total)
  return turned_off === 0 ? reached : `${reached} ${counted(turned_off, m.turnedOff_one, m.turnedOff_other)}`
}

const sentTo = (sent: number, total: number) =>
  sent === total
    ? counted(total, m.sentTo_one, m.sentTo_other)
    : fill(m.sentToSome, { sent: formatNumber(sent), total: formatNumber(total) })

const reasons: Record<Undelivered['reason'], string> = {
  no_email: m.failedNoEmail,
  refused: m.failedRefused,
  given_up: m.failedGivenUp,
}

function NotDelivered({ message: { not_delivered, undelivered } }: { message: EventMessage }) {
  const more = not_delivered - undelivered.length
  return (
    <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      <p className="font-medium">{counted(not_delivered, m.notDelivered_one, m.notDelivered_other)}</p>
      <ul className="wrap-anywhere">
        {undelivered.map(({ name, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, and the list is never reordered.
          <li key={place}>{fill(reasons[reason], { name })}</li>
        ))}
      </ul>
      {more > 0 ? <p>{fill(m.andMore, { count: formatNumber(more) })}</p> : null}
    </div>
  )
}

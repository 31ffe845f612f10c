import { ChevronDown, Mails } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { clockTime, dayDate } from '#contract/dates.ts'
import { audienceLabels, type EventMessage, stopMessage, type Undelivered } from '#contract/tickets/messages.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatNumber, plural } from '#web/lib/format/numbers.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'

/** While a message is being sent its numbers are loaded again after this pause, in milliseconds. */
const pace = 3_000

/** The messages about an event, newest first. */
export function MessageList({ eventId, messages }: { eventId: number; messages: EventMessage[] }) {
  const { revalidate } = useRevalidator()
  const [stopping, setStopping] = useState<EventMessage | null>(null)
  const { run, busy } = useAction()
  const isUnderway = messages.some(
    ({ state, timing }) => state === 'sending' || (state === 'scheduled' && timing === 'now'),
  )
  useEffect(() => {
    if (!isUnderway) return
    const timer = setInterval(() => void revalidate(), pace)
    return () => clearInterval(timer)
  }, [isUnderway, revalidate])

  async function handleStop(message: EventMessage) {
    const stop = () => call(stopMessage, { params: { eventId, messageId: message.id } })
    const isStopped = await run(stop, 'The message could not be stopped. Please try again.')
    setStopping(null)
    if (isStopped) notify.success('The message was stopped.')
    await revalidate()
  }

  if (messages.length === 0) {
    return (
      <EmptyState icon={<Mails aria-hidden className="size-8" />} title="No messages yet.">
        <p>Tell people where to park, remind those who have not paid, or say thank you afterwards.</p>
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Messages" className="flex flex-col gap-4">
        {messages.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} onStop={() => setStopping(message)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={stopping !== null}
        title="Stop this message?"
        confirmLabel="Stop"
        busy={busy && 'Stopping...'}
        onConfirm={() => stopping && handleStop(stopping)}
        onClose={() => setStopping(null)}
      >
        <p>Nobody who does not have it yet gets it. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}

const states = {
  scheduled: { label: 'Scheduled', tone: 'accent' },
  sending: { label: 'Being sent', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  stopped: { label: 'Stopped', tone: 'neutral' },
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
            {`${audienceLabels[message.audience]}, ${dayDate(message.send_at)}, ${clockTime(message.send_at)}`}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="figures">{outcome(message)}</p>
      {message.not_delivered > 0 ? <NotDelivered message={message} /> : null}
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-accent-ink [&::-webkit-details-marker]:hidden">
          Text
          <span className="sr-only"> of {message.subject}</span>
          <ChevronDown aria-hidden className="size-4 transition group-open:rotate-180" />
        </summary>
        <p className="wrap-anywhere whitespace-pre-line">{message.text}</p>
        {message.photos_url ? <p className="mt-2 wrap-anywhere text-ink-soft">Photos: {message.photos_url}</p> : null}
      </details>
      {isOpen ? (
        <div>
          <Button variant="secondary" aria-label={`Stop ${message.subject}`} onClick={onStop}>
            Stop
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

const stops: Record<NonNullable<EventMessage['stop_reason']>, string> = {
  organizer: 'It was stopped',
  operator: 'The operator of this site stopped it',
  too_many: 'It was not sent, because three others had left on that day',
  event_gone: 'It was not sent, because the event was called off',
}

/** What has become of a message, in a sentence. */
export function outcome({ state, stop_reason, total, sent, turned_off }: EventMessage): string {
  if (state === 'scheduled') return 'Nobody has it yet.'
  if (stop_reason !== null)
    return sent === 0 ? `${stops[stop_reason]}.` : `${stops[stop_reason]}. ${sentTo(sent, total)}`
  if (total === 0) return 'Nobody was in this group when it left.'
  const off =
    turned_off === 0 ? '' : ` ${formatNumber(turned_off)} ${turned_off === 1 ? 'has' : 'have'} turned off messages.`
  return `${sentTo(sent, total)}${off}`
}

const sentTo = (sent: number, total: number) =>
  sent === total
    ? `Sent to ${plural(total, 'person', 'people')}.`
    : `Sent to ${formatNumber(sent)} of ${formatNumber(total)} people.`

const reasons: Record<Undelivered['reason'], string> = {
  no_email: 'the email is not verified',
  refused: 'their mail server refused it',
  given_up: 'the mail server could not be reached for a day',
}

function NotDelivered({ message: { not_delivered, undelivered } }: { message: EventMessage }) {
  const more = not_delivered - undelivered.length
  return (
    <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      <p className="font-medium">Not delivered to {plural(not_delivered, 'person', 'people')}:</p>
      <ul className="wrap-anywhere">
        {undelivered.map(({ name, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, and the list is never reordered.
          <li key={place}>{`${name}: ${reasons[reason]}`}</li>
        ))}
      </ul>
      {more > 0 ? <p>{`and ${formatNumber(more)} more`}</p> : null}
    </div>
  )
}

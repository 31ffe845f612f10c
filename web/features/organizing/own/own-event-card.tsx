import { CopyPlus, EllipsisVertical, PencilLine, Share2, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { type CardEvent, showEventCard } from '#contract/events/events.ts'
import { deleteEvent } from '#contract/events/own-events.ts'
import { copyEventPath, paths } from '#contract/paths.ts'
import { isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Menu, MenuLink } from '#web/ui/controls/menu.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import type { Attention } from './attention.ts'

interface OwnEventCardProps {
  event: DeletableEvent
  card: ReactNode
  /** What the event wants its organizer to look at, in words. */
  attention: Attention
  /** The button that opens the list of applicants. */
  applicants: ReactNode
  /** The link to the event's door. */
  door: ReactNode
}

/** An event's card with its organizer's actions, in one row. */
export function OwnEventCard({ event, card, attention, applicants, door }: OwnEventCardProps) {
  return (
    <Card className="flex h-full flex-col">
      <div className="-m-px flex-1 [&>article]:rounded-b-none [&>article]:border-b-transparent [&>article]:shadow-none">
        {card}
      </div>
      <NeedsAttention event={event} attention={attention} />
      <div className="mt-px grid grid-cols-[repeat(4,minmax(0,1fr))_auto] border-t border-line p-1 [&>:is(a,button):not(.icon-button)]:flex-col [&>:is(a,button):not(.icon-button)]:gap-1 [&>:is(a,button):not(.icon-button)]:rounded-md [&>:is(a,button):not(.icon-button)]:border-transparent [&>:is(a,button):not(.icon-button)]:px-0.5 [&>:is(a,button):not(.icon-button)]:text-xs/tight">
        {applicants}
        {door}
        <ButtonLink to={paths.editEvent(event.id)} variant="secondary" aria-label={`Edit Event ${event.event_name}`}>
          <PencilLine aria-hidden className="size-5" />
          Edit Event
        </ButtonLink>
        <DeleteEvent event={event} />
        <Menu
          label={`More about ${event.event_name}`}
          trigger={<EllipsisVertical aria-hidden className="size-5" />}
          triggerClassName="icon-button self-center"
        >
          <MenuLink to={paths.shareEvent(event.id)} icon={<Share2 aria-hidden className="size-5" />}>
            Share Event
          </MenuLink>
          <MenuLink to={copyEventPath(event.id)} icon={<CopyPlus aria-hidden className="size-5" />}>
            Copy with new dates
          </MenuLink>
        </Menu>
      </div>
    </Card>
  )
}

function NeedsAttention({ event, attention }: Pick<OwnEventCardProps, 'event' | 'attention'>) {
  const leading = [
    ...attention.applicants.map((words) => ({ words, to: paths.applicants(event.id) })),
    ...attention.refunds.map((words) => ({ words, to: paths.refunds(event.id) })),
  ]
  if (leading.length + attention.event.length === 0) return null
  return (
    <ul aria-label="Needs attention" className="flex flex-wrap gap-1.5 px-4 pb-3">
      {leading.map(({ words, to }) => (
        <li key={words}>
          <Link
            to={to}
            aria-label={`${words} of ${event.event_name}`}
            className="-my-2 inline-flex min-h-11 items-center rounded-full underline-offset-4 hover:underline"
          >
            <Badge tone="warning">{words}</Badge>
          </Link>
        </li>
      ))}
      {attention.event.map((words) => (
        <li key={words}>
          <Badge tone="warning">{words}</Badge>
        </li>
      ))}
    </ul>
  )
}

function DeleteEvent({ event }: { event: DeletableEvent }) {
  const { asked, counting, busy, ask, confirm, close } = useDeletion(event)
  return (
    <>
      <Button
        variant="secondary"
        onClick={ask}
        busy={counting && 'Loading...'}
        aria-label={`Delete Event ${event.event_name}`}
      >
        <Trash2 aria-hidden className="size-5" />
        Delete Event
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={`Delete “${event.event_name}”?`}
        confirmLabel="Delete Event"
        busy={busy && 'Deleting...'}
        onConfirm={confirm}
        onClose={close}
      >
        <p>{asked ? loss(asked) : null}</p>
      </ConfirmDialog>
    </>
  )
}

type DeletableEvent = Pick<CardEvent, 'id' | 'event_name' | 'status' | 'current_attendees'>

/** Asks once, with the current state of the event; then deletes it and loads the page's events again. */
function useDeletion(event: DeletableEvent) {
  const [asked, setAsked] = useState<DeletableEvent | null>(null)
  const [counting, setCounting] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const params = { eventId: event.id }

  async function ask() {
    setCounting(true)
    // People may have applied since the page was loaded.
    setAsked(await call(showEventCard, { params }).catch(() => event))
    setCounting(false)
  }

  async function confirm() {
    setBusy(true)
    try {
      const { message } = await call(deleteEvent, { params })
      notify.success(message)
      await revalidate()
    } catch (error) {
      notify.failure(messageOf(error, 'Failed to delete the event. Please try again.'))
      // The event may be gone already. Without an answer there is nothing newer to show, and a failed reload would
      // replace the page.
      if (!isSilence(error)) await revalidate()
    }
    setBusy(false)
    setAsked(null)
  }

  return { asked, counting, busy, ask, confirm, close: () => setAsked(null) }
}

const count = new Intl.NumberFormat('en-US')

/** A sentence that says what people lose when the event is deleted. */
export function loss({ status, current_attendees: held }: DeletableEvent): string {
  if (held === 0) return 'Nobody holds a ticket. The event is gone for good.'
  const holders = held === 1 ? '1 person holds a ticket' : `${count.format(held)} people hold tickets`
  if (status === 'COMPLETED') {
    const look = held === 1 ? 'can still look at it' : 'can still look at them'
    return `${holders} and ${look}. The event leaves every list.`
  }
  const lost =
    held === 1
      ? 'their ticket is cancelled, and they are told by email'
      : 'their tickets are cancelled, and each of them is told by email'
  return `${holders}. The event is called off: ${lost}.`
}

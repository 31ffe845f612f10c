import { CalendarPlus, ChartColumn, CopyPlus, EllipsisVertical, PencilLine, Share2, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { type CardEvent, showEventCard } from '#contract/events/events.ts'
import { deleteEvent } from '#contract/events/own-events.ts'
import { isFull } from '#contract/events/ticket-types.ts'
import { copyEventPath, paths } from '#contract/paths.ts'
import { isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatNumber, plural } from '#web/lib/format/numbers.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Menu, MenuButton, MenuLink } from '#web/ui/controls/menu.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'

interface OwnEventCardProps {
  event: DeletableEvent
  card: ReactNode
  attention: Attention
  /** The button that opens the list of applicants. */
  applicants: ReactNode
  /** The link to check-in. */
  door: ReactNode
}

/** An event's card with its organizer's actions in one row, the event's home first. */
export function OwnEventCard({ event, card, attention, applicants, door }: OwnEventCardProps) {
  return (
    <Card className="flex h-full flex-col">
      <div className="-m-px flex-1 [&>article]:rounded-b-none [&>article]:border-b-transparent [&>article]:shadow-none">
        {card}
      </div>
      <NeedsAttention event={event} attention={attention} />
      <div className="mt-px grid grid-cols-[repeat(3,minmax(0,1fr))_auto] gap-1 border-t border-line p-1 [&>:first-child]:bg-accent-soft [&>:first-child]:text-accent-ink [&>:is(a,button):not(.icon-button)]:flex-col [&>:is(a,button):not(.icon-button)]:gap-1 [&>:is(a,button):not(.icon-button)]:rounded-md [&>:is(a,button):not(.icon-button)]:border-transparent [&>:is(a,button):not(.icon-button)]:px-0.5 [&>:is(a,button):not(.icon-button)]:text-xs/tight">
        <ButtonLink to={paths.manage(event.id)} variant="secondary" aria-label={`Manage ${event.event_name}`}>
          <ChartColumn aria-hidden className="size-5" />
          Manage
        </ButtonLink>
        {applicants}
        {door}
        <MoreMenu event={event} />
      </div>
    </Card>
  )
}

function NeedsAttention({ event, attention }: Pick<OwnEventCardProps, 'event' | 'attention'>) {
  const linked = [
    ...attention.applicants.map((text) => ({ text, to: paths.applicants(event.id) })),
    ...attention.refunds.map((text) => ({ text, to: paths.refunds(event.id) })),
  ]
  if (linked.length + attention.event.length === 0) return null
  return (
    <ul aria-label="Needs attention" className="flex flex-wrap gap-1.5 px-4 pb-3">
      {linked.map(({ text, to }) => (
        <li key={text}>
          <Link
            to={to}
            aria-label={`${text} of ${event.event_name}`}
            className="-my-2 inline-flex min-h-11 items-center rounded-full underline-offset-4 hover:underline"
          >
            <Badge tone="warning">{text}</Badge>
          </Link>
        </li>
      ))}
      {attention.event.map((text) => (
        <li key={text}>
          <Badge tone="warning">{text}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** What is needed less often, and deleting. */
function MoreMenu({ event }: { event: DeletableEvent }) {
  const { asked, busy, ask, confirm, close } = useDeletion(event)
  return (
    <>
      <Menu
        label={`More about ${event.event_name}`}
        trigger={<EllipsisVertical aria-hidden className="size-5" />}
        triggerClassName="icon-button self-center"
      >
        <MenuLink to={paths.editEvent(event.id)} icon={<PencilLine aria-hidden className="size-5" />}>
          Edit Event
        </MenuLink>
        <MenuLink to={paths.shareEvent(event.id)} icon={<Share2 aria-hidden className="size-5" />}>
          Share Event
        </MenuLink>
        <MenuLink to={paths.dates(event.id)} icon={<CalendarPlus aria-hidden className="size-5" />}>
          Add dates
        </MenuLink>
        <MenuLink to={copyEventPath(event.id)} icon={<CopyPlus aria-hidden className="size-5" />}>
          Copy with new dates
        </MenuLink>
        <MenuButton onClick={ask} icon={<Trash2 aria-hidden className="size-5" />}>
          Delete Event
        </MenuButton>
      </Menu>
      <ConfirmDialog
        open={asked !== null}
        title={`Delete “${event.event_name}”?`}
        confirmLabel="Delete Event"
        busy={busy && 'Deleting...'}
        onConfirm={confirm}
        onClose={close}
      >
        <p>{asked ? deletionEffect(asked) : null}</p>
      </ConfirmDialog>
    </>
  )
}

type DeletableEvent = Pick<CardEvent, 'id' | 'event_name' | 'status' | 'current_attendees'>

/** Asks before deleting the event, then reloads the page's events. */
function useDeletion(event: DeletableEvent) {
  const [asked, setAsked] = useState<DeletableEvent | null>(null)
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()
  const params = { eventId: event.id }

  async function ask() {
    setAsked(event)
    // People may have applied since the page was loaded.
    const current = await call(showEventCard, { params }).catch(() => event)
    setAsked((open) => open && current)
  }

  async function confirm() {
    await run(
      async () => {
        const { message } = await call(deleteEvent, { params })
        notify.success(message)
        await revalidate()
      },
      (error) => {
        // The event may be gone already. Without an answer a reload would fail too, and replace the page.
        if (!isSilence(error)) void revalidate()
        return messageOf(error, 'Failed to delete the event. Please try again.')
      },
    )
    setAsked(null)
  }

  return { asked, busy, ask, confirm, close: () => setAsked(null) }
}

/** What deleting the event means for the people who hold tickets. */
export function deletionEffect({ status, current_attendees: held }: DeletableEvent): string {
  if (held === 0) return 'Nobody holds a ticket. The event is gone for good.'
  const holders = held === 1 ? '1 person holds a ticket' : `${formatNumber(held)} people hold tickets`
  if (status === 'COMPLETED') {
    const tickets = held === 1 ? 'can still look at it' : 'can still look at them'
    return `${holders} and ${tickets}. The event leaves every list.`
  }
  const lost =
    held === 1
      ? 'their ticket is cancelled, and they are notified by email'
      : 'their tickets are cancelled, and each of them is notified by email'
  return `${holders}. The event is called off: ${lost}.`
}

type EventFacts = Pick<CardEvent, 'status' | 'is_online' | 'address' | 'max_attendee' | 'current_attendees'>

/** Below this share of free seats, or this number, the seats left are shown. */
const fewShare = 0.1
const fewSeats = 3

/** Applications since the organizer last looked, those to approve, and slips to check. */
export interface ApplicantNews {
  new_applicants: number
  to_approve: number
  slips_to_check: number
}

/** What an event needs its organizer to look at, as short texts: applicants, refunds to pay, the event itself. */
export interface Attention {
  applicants: string[]
  refunds: string[]
  event: string[]
}

const noNews: ApplicantNews = { new_applicants: 0, to_approve: 0, slips_to_check: 0 }

/** Of a past event only refunds count. */
export function attention(event: EventFacts, news = noNews, refundsDue = 0): Attention {
  const refunds = given(refundsText(refundsDue))
  if (event.status === 'COMPLETED') return { applicants: [], refunds, event: [] }
  const { to_approve, slips_to_check, new_applicants } = news
  return {
    refunds,
    applicants: given(
      to_approve > 0 && `${formatNumber(to_approve)} to approve`,
      slips_to_check > 0 && `${plural(slips_to_check, 'slip')} to check`,
      new_applicants > 0 && plural(new_applicants, 'new applicant'),
    ),
    event: given(seatsText(event), !event.is_online && !event.address && 'No place yet'),
  }
}

export function refundsText(due: number): string | null {
  return due === 0 ? null : `${plural(due, 'refund')} due`
}

function seatsText(event: EventFacts): string | null {
  const { max_attendee, current_attendees } = event
  if (!max_attendee || current_attendees === 0) return null
  if (isFull(event)) return 'No seats left'
  const left = max_attendee - current_attendees
  return left > Math.max(fewSeats, max_attendee * fewShare) ? null : `${plural(left, 'seat')} left`
}

function given(...texts: (string | null | false)[]): string[] {
  return texts.filter((text) => text !== null && text !== false)
}

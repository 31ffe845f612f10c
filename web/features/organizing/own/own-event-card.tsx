import { CalendarPlus, ChartColumn, CopyPlus, EllipsisVertical, PencilLine, Share2, Trash2 } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { dayAndTime } from '#contract/dates.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { copyEventPath, paths } from '#contract/paths.ts'
import { countApplications } from '#contract/tickets/applicants.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/own-events.json'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Menu, MenuButton, MenuLink } from '#web/ui/controls/menu.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { DeleteEventDialog } from './delete-event-dialog.tsx'

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
        <ButtonLink
          to={paths.manage(event.id)}
          variant="secondary"
          aria-label={fill(m.manageNamed, { event: event.event_name })}
        >
          <Icon icon={ChartColumn} />
          {m.manage}
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
    ...attention.comments.map((text) => ({ text, to: `${paths.event(event.id)}#comments` })),
  ]
  if (linked.length + attention.event.length === 0) return null
  return (
    <ul aria-label={m.needsAttention} className="flex flex-wrap gap-1.5 px-4 pb-3">
      {linked.map(({ text, to }) => (
        <li key={text}>
          <Link
            to={to}
            aria-label={fill(m.attentionOf, { text, event: event.event_name })}
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
  const [asked, setAsked] = useState<Deletion | null>(null)
  const { run } = useAction()
  const { revalidate } = useRevalidator()

  const ask = () =>
    run(async () => {
      const counts = await call(countApplications, { params: { eventId: event.id } })
      const { seats_held, set_aside, waiting, to_approve, has_prices } = counts
      setAsked({
        status: event.status,
        current_attendees: seats_held - set_aside,
        open: waiting + to_approve,
        has_prices,
      })
    }, m.deleteFailed)

  function handleDeleted(message: string) {
    notify.success(message)
    return revalidate()
  }

  return (
    <>
      <Menu
        label={fill(m.moreAbout, { event: event.event_name })}
        trigger={<Icon icon={EllipsisVertical} />}
        triggerClassName="icon-button self-center"
      >
        <MenuLink to={paths.editEvent(event.id)} icon={PencilLine}>
          {common.editEvent}
        </MenuLink>
        <MenuLink to={paths.shareEvent(event.id)} icon={Share2}>
          {m.shareEvent}
        </MenuLink>
        <MenuLink to={paths.dates(event.id)} icon={CalendarPlus}>
          {m.addDates}
        </MenuLink>
        <MenuLink to={copyEventPath(event.id)} icon={CopyPlus}>
          {m.copyEvent}
        </MenuLink>
        <MenuButton onClick={ask} icon={Trash2}>
          {m.deleteEvent}
        </MenuButton>
      </Menu>
      <DeleteEventDialog
        eventId={asked && event.id}
        title={fill(m.deleteQuestion, { name: event.event_name })}
        confirmLabel={m.deleteEvent}
        busyLabel={common.deleting}
        failed={m.deleteFailed}
        onDeleted={handleDeleted}
        onClose={() => setAsked(null)}
      >
        {event.series_id === null ? null : (
          <p>{fill(m.deletionOfOneDate, { date: dayAndTime(event.start_date_event) })}</p>
        )}
        <p>{asked ? deletionEffect(asked) : null}</p>
      </DeleteEventDialog>
    </>
  )
}

type DeletableEvent = Pick<CardEvent, 'id' | 'event_name' | 'status' | 'series_id' | 'start_date_event'>

interface Deletion extends Pick<CardEvent, 'status' | 'current_attendees'> {
  /** Applications without a seat: waiting, or for the organizer to approve. */
  open: number
  has_prices: boolean
}

/** What deleting the event means for the people who hold tickets or have applied. */
export function deletionEffect({ status, current_attendees: seats, open, has_prices }: Deletion): string {
  if (seats === 0) return status !== 'COMPLETED' && open > 0 ? m.deletionOfOpen : m.deletionOfUnapplied
  if (status === 'COMPLETED') return counted(seats, m.deletionOfPast_one, m.deletionOfPast_other)
  const calledOff = counted(seats, m.deletionCallsOff_one, m.deletionCallsOff_other)
  return has_prices ? `${calledOff} ${common.paidIsThenDue}` : calledOff
}

type EventFacts = Pick<
  CardEvent,
  'status' | 'is_online' | 'address' | 'max_attendee' | 'current_attendees' | 'seats_left'
>

/** Below this share of free seats, or this number, the seats left are shown. */
const fewShare = 0.1
const fewSeats = 3

/** Applications since the organizer last looked, those to approve, slips to check, and reported comments. */
export interface ApplicantNews {
  new_applicants: number
  to_approve: number
  slips_to_check: number
  reported_comments: number
}

/** What an event needs its organizer to look at, as short texts: applicants, refunds to pay, comments, the event itself. */
export interface Attention {
  applicants: string[]
  refunds: string[]
  comments: string[]
  event: string[]
}

const noNews: ApplicantNews = { new_applicants: 0, to_approve: 0, slips_to_check: 0, reported_comments: 0 }

/** Of a past event only refunds and comments count. */
export function attention(event: EventFacts, news = noNews, refundsDue = 0): Attention {
  const refunds = given(refundsText(refundsDue))
  const { to_approve, slips_to_check, new_applicants, reported_comments } = news
  const comments = given(
    reported_comments > 0 && counted(reported_comments, m.reportedComments_one, m.reportedComments_other),
  )
  if (event.status === 'COMPLETED') return { applicants: [], refunds, comments, event: [] }
  return {
    refunds,
    comments,
    applicants: given(
      to_approve > 0 && counted(to_approve, m.toApprove_one, m.toApprove_other),
      slips_to_check > 0 && counted(slips_to_check, m.slipsToCheck_one, m.slipsToCheck_other),
      new_applicants > 0 && counted(new_applicants, m.newApplicants_one, m.newApplicants_other),
    ),
    event: given(seatsText(event), !event.is_online && !event.address && m.noPlace),
  }
}

export function refundsText(due: number): string | null {
  return due === 0 ? null : counted(due, m.refundsDueCount_one, m.refundsDueCount_other)
}

function seatsText(event: EventFacts): string | null {
  const { max_attendee, current_attendees, seats_left: left } = event
  if (!max_attendee || left === null) return null
  if (left === 0) return m.noSeatsLeft
  const isFew = current_attendees > 0 && left <= Math.max(fewSeats, max_attendee * fewShare)
  return isFew ? counted(left, m.seatsLeft_one, m.seatsLeft_other) : null
}

function given(...texts: (string | null | false)[]): string[] {
  return texts.filter((text) => text !== null && text !== false)
}

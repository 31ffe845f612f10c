import { Hourglass, Ticket as TicketIcon } from 'lucide-react'
import { type Ref, useEffect } from 'react'
import type { LiveState } from '#contract/events/application.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as tickets from '#messages/tickets.json'
import * as applications from '#messages/tickets-application.json'
import * as m from '#messages/tickets-apply.json'
import { facts, payLabel, timeLeft } from '#web/features/tickets/application-status.tsx'
import { useServerNow } from '#web/lib/clock.ts'
import { dismissNotice, readNotices } from '#web/lib/notices/notice.tsx'
import { late } from '#web/lib/page/late.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { ReachBar } from './apply-notes.tsx'

interface ApplicationPanelProps {
  state: LiveState
  /** Null while it is loading, or if it cannot be loaded. */
  ticket: Ticket | null
  /** The announced place on the waiting list; null to use the ticket's own. */
  position: number | null
  /** Gets the focus after applying. */
  heading: Ref<HTMLHeadingElement>
}

/** The application in place of Apply Now, until it is a ticket. */
export function ApplicationPanel({ state, ticket, position, heading }: ApplicationPanelProps) {
  const now = useServerNow()
  const sentences = ticket?.status === state ? facts({ ...ticket, position: position ?? ticket.position }, now) : []
  const left = ticket?.status === 'UNPAID' ? timeLeft(ticket.pay_by, now) : null

  return (
    <section aria-label={applications.yourApplication} className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
      <DismissOldNotices key={state} />
      <div className="flex items-start gap-3">
        <Hourglass aria-hidden className="mt-0.5 size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {applications.yourApplication}
          </h3>
          {/* Keeps its line while it loads. */}
          <p className="figures min-h-[1lh] text-ink-soft">{sentences.join(' ')}</p>
        </div>
      </div>
      {ticket ? (
        <div className="flex flex-wrap gap-2">
          {state === 'UNPAID' ? (
            // On phones the button is in the bar at the bottom, not in this row.
            <div className={classes('flex-auto', left !== null && 'max-md:not-short:contents')}>
              <ReachBar inReach={left !== null} first={left ?? ''} second={m.toPay}>
                <ButtonLink to={paths.pay(ticket.id)} wide>
                  {payLabel(ticket)}
                </ButtonLink>
              </ReachBar>
            </div>
          ) : null}
          <ButtonLink to={paths.virtualTicket(ticket.id)} variant="secondary" className="flex-auto">
            {tickets.viewApplication}
          </ButtonLink>
        </div>
      ) : null}
    </section>
  )
}

/** Dismisses success notices about an earlier state of the application. */
function DismissOldNotices() {
  useEffect(() => {
    const shown = readNotices().filter(({ kind }) => kind === 'success')
    return () => {
      for (const { id } of shown) dismissNotice(id)
    }
  }, [])
  return null
}

const AddToCalendar = late(async () => (await import('./add-to-calendar.tsx')).AddToCalendar)

interface HeldPanelProps {
  event: EventDetail
  /** Null while it is loading, or if it cannot be loaded. */
  ticket: Ticket | null
  /** Gets the focus after applying. */
  heading: Ref<HTMLHeadingElement>
}

/** The ticket in place of Apply Now. */
export function HeldPanel({ event, ticket, heading }: HeldPanelProps) {
  const others = (ticket?.seats ?? 1) - 1
  return (
    <section aria-label={tickets.yourTicket} className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
      <div className="flex items-center gap-3">
        <TicketIcon aria-hidden className="size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {others > 0 ? m.yourTickets : tickets.yourTicket}
          </h3>
          {/* Keeps its line while it loads. */}
          <p className="figures min-h-[1lh] text-sm text-ink-soft">
            {ticket && others > 0
              ? fill(m.ticketAndMore, { number: ticket.ticket_number, count: others })
              : ticket?.ticket_number}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={ticket ? paths.virtualTicket(ticket.id) : paths.myTickets} className="flex-auto">
          {tickets.viewTicket}
        </ButtonLink>
        <AddToCalendar event={event} />
      </div>
    </section>
  )
}

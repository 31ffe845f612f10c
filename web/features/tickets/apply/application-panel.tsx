import { CalendarPlus, Hourglass, Ticket as TicketIcon } from 'lucide'
import { type Ref, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { LiveState } from '#contract/events/application.ts'
import { eventCalendar, linkParameter } from '#contract/events/event-links.ts'
import type { Event, EventDetail } from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as tickets from '#messages/tickets.json'
import * as applications from '#messages/tickets-application.json'
import * as m from '#messages/tickets-apply.json'
import { facts, payLabel, slipRefusal, timeLeft } from '#web/features/tickets/application-status.tsx'
import { useServerNow } from '#web/lib/clock.ts'
import { Icon } from '#web/lib/icon.tsx'
import { dismissNotice, readNotice } from '#web/lib/notices/notice.tsx'
import { useOrigin } from '#web/lib/page/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Menu, MenuLink } from '#web/ui/controls/menu.tsx'
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
  const sentences =
    ticket?.status === state
      ? [...slipRefusal(ticket), ...facts({ ...ticket, position: position ?? ticket.position }, now)]
      : []
  const left = ticket?.status === 'UNPAID' ? timeLeft(ticket.pay_by, now) : null

  return (
    <section aria-label={applications.yourApplication} className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
      <DismissOldNotices key={state} />
      <div className="flex items-start gap-3">
        <Icon icon={Hourglass} className="mt-0.5 size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {applications.yourApplication}
          </h3>
          {/* Keeps its line while it loads. */}
          <div className="figures min-h-[1lh] wrap-anywhere text-ink-soft">
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
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

/** Dismisses a success notice about an earlier state of the application. */
function DismissOldNotices() {
  useEffect(() => {
    const shown = readNotice()
    return () => (shown?.kind === 'success' ? dismissNotice(shown.id) : undefined)
  }, [])
  return null
}

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
        <Icon icon={TicketIcon} className="size-6 shrink-0 text-accent-ink" />
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

/** One menu for all calendars. */
function AddToCalendar({ event }: { event: Event }) {
  const origin = useOrigin()
  const [params] = useSearchParams()
  const { google, outlook } = calendarLinks(event, origin + inLanguage(paths.event(event.id)))
  const key = event.link_key || params.get(linkParameter) || ''
  // A calendar loads the file without the viewer's session: a private event needs its link's key.
  const hasFile = event.visibility === 'PUBLIC' || key !== ''
  return (
    <Menu
      label={m.addToCalendar}
      trigger={
        <>
          <Icon icon={CalendarPlus} />
          {m.addToCalendar}
        </>
      }
      triggerClassName="inline-flex min-h-11 max-w-full flex-auto items-center justify-center gap-2 rounded-full border border-line bg-card px-[min(1.25rem,6vw)] [&>svg]:shrink-0 py-2 font-medium text-accent-ink transition hover:border-accent hover:bg-accent-soft"
    >
      {hasFile ? (
        <MenuLink reloads to={eventCalendar(event.id, key)} icon={CalendarPlus}>
          {m.calendarFile}
        </MenuLink>
      ) : null}
      <MenuLink newTab to={google} icon={CalendarPlus}>
        {m.googleCalendar}
      </MenuLink>
      <MenuLink newTab to={outlook} icon={CalendarPlus}>
        {m.outlook}
      </MenuLink>
    </Menu>
  )
}

type Dated = Pick<Event, 'event_name' | 'description' | 'start_date_event' | 'end_date_event' | 'is_online' | 'address'>

/** The longest URL that all of these sites and browsers accept, in characters. */
const longest = 2_000
const longestPlace = 100
/** How much of the description is included, if the URL has room. */
const lengths = [350, 200, 120, 60, 0]

/** The URLs at which Google's and Outlook's calendars open an entry for the event, for the viewer to save. `page` is the full
 *  URL of the event's page, which the entry includes. Times are in UTC. */
export function calendarLinks(event: Dated, page: string): { google: string; outlook: string } {
  const [start, end] = [event.start_date_event, event.end_date_event].map((iso) => new Date(iso).toISOString())
  const location = shortened(event.is_online ? '' : event.address, longestPlace)
  const withDetails = (address: string, fields: Record<string, string>, details: string) =>
    fitting((length) => {
      const text = [shortened(event.description, length), page].filter(Boolean).join('\n\n')
      return `${address}?${new URLSearchParams({ ...fields, [details]: text, location })}`
    })
  return {
    google: withDetails(
      'https://calendar.google.com/calendar/render',
      { action: 'TEMPLATE', text: event.event_name, dates: `${compact(start)}/${compact(end)}` },
      'details',
    ),
    outlook: withDetails(
      'https://outlook.live.com/calendar/0/action/compose',
      { rru: 'addevent', subject: event.event_name, startdt: `${start}`, enddt: `${end}` },
      'body',
    ),
  }
}

/** '20261121T113000Z' of '2026-11-21T11:30:00.000Z'. */
function compact(iso = ''): string {
  return iso.replace(/[-:]|\.\d+/g, '')
}

function fitting(addressWith: (length: number) => string): string {
  const addresses = lengths.map(addressWith)
  return addresses.find((address) => address.length <= longest) ?? addressWith(0)
}

/** The start of a text, with '...' if there is more. */
function shortened(text: string, length: number): string {
  const letters = [...text]
  if (letters.length <= length) return text
  return length === 0 ? '' : `${letters.slice(0, length).join('').trimEnd()}...`
}

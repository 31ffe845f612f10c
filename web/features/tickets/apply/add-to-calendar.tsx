import { CalendarPlus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { eventCalendar, linkParameter } from '#contract/events/event-links.ts'
import type { Event } from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/tickets-apply.json'
import { useOrigin } from '#web/lib/page/site.ts'
import { Menu, MenuLink } from '#web/ui/controls/menu.tsx'

/** One menu for all calendars. */
export function AddToCalendar({ event }: { event: Event }) {
  const origin = useOrigin()
  const [params] = useSearchParams()
  const { google, outlook } = calendarLinks(event, origin + inLanguage(paths.event(event.id)))
  const key = event.link_key || params.get(linkParameter) || ''
  // A calendar loads the file without the viewer's session: a private event needs its link's key.
  const hasFile = event.visibility === 'PUBLIC' || key !== ''
  const icon = <CalendarPlus aria-hidden className="size-5" />
  return (
    <Menu
      label={m.addToCalendar}
      trigger={
        <>
          {icon}
          {m.addToCalendar}
        </>
      }
      triggerClassName="inline-flex min-h-11 max-w-full flex-auto items-center justify-center gap-2 rounded-full border border-line bg-card px-[min(1.25rem,6vw)] [&>svg]:shrink-0 py-2 font-medium text-accent-ink transition hover:border-accent hover:bg-accent-soft"
    >
      {hasFile ? (
        <MenuLink reloads to={eventCalendar(event.id, key)} icon={icon}>
          {m.calendarFile}
        </MenuLink>
      ) : null}
      <MenuLink newTab to={google} icon={icon}>
        {m.googleCalendar}
      </MenuLink>
      <MenuLink newTab to={outlook} icon={icon}>
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

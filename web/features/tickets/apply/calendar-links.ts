import type { Event } from '#contract/events/events.ts'

type Dated = Pick<Event, 'event_name' | 'description' | 'start_date_event' | 'end_date_event' | 'is_online' | 'address'>

/** The longest address that all of these sites and browsers take, in characters. */
const longest = 2_000
const longestPlace = 100
/** How much of the description is told, as far as the address has room. */
const lengths = [350, 200, 120, 60, 0]

/** The addresses at which Google's and Outlook's calendars open an entry for the event, for the reader to save. `page` is the
 *  full address of its page, which stands in the entry. Times are in UTC. */
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

/** The first letters of a text, with '...' where there are more. */
function shortened(text: string, length: number): string {
  const letters = [...text]
  if (letters.length <= length) return text
  return length === 0 ? '' : `${letters.slice(0, length).join('').trimEnd()}...`
}

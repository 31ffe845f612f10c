import { setImmediate } from 'node:timers/promises'
import type { ICalCalendar } from 'ical-generator'
import { LRUCache } from 'lru-cache'
import { printable } from './send-feed.ts'

/** An event in a calendar (RFC 5545, section 3.6.1). */
export interface CalendarEntry {
  /** The same in every file about this event. */
  uid: string
  /** When it was last edited: of two entries the later one wins, and a cancelled one wins over its last edit. */
  changed: Date
  isCancelled: boolean
  /** When this file was made, if it is a message. */
  stamp?: Date
  start: Date
  end: Date
  name: string
  /** '' if unknown. */
  location: string
  /** Degrees. */
  point?: { latitude: number; longitude: number } | undefined
  description: string
  url: string
  categories?: string[]
  /** Seconds before the start at which the alarm rings. */
  alarm?: number
}

interface Calendar {
  /** The product's name. */
  brand: string
  /** The name of a subscribed calendar. */
  name?: string
  /** Until a subscribed calendar should be fetched again. */
  lifetimeSeconds?: number
  /** Without a method it is a calendar to subscribe to or read, not a message about an entry (RFC 5546). */
  method?: 'PUBLISH' | 'CANCEL'
  entries: CalendarEntry[]
}

/** A calendar file. It names no organizer, because calendar programs would send them mail. */
export async function calendarFile({ entries, ...calendar }: Calendar): Promise<string> {
  const texts: string[] = []
  // A message about an entry is made once, so it needs no cache.
  for (const entry of entries) texts.push(await (calendar.method ? entryText(entry) : knownEntryText(entry)))
  const empty = await emptyCalendar(calendar)
  return `${empty.slice(0, -end.length)}${texts.join('')}${end}\r\n`
}

const end = 'END:VCALENDAR'

/** Recent entries by their content: calendars are fetched again and again, and the library takes half a millisecond for each
 *  entry. */
const known = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (text, key) => text.length + key.length,
  ttl: 60 * 60 * 1_000,
})

async function knownEntryText(entry: CalendarEntry): Promise<string> {
  const key = JSON.stringify(entry)
  const before = known.get(key)
  if (before !== undefined) return before
  const text = await entryText(entry)
  known.set(key, text)
  return text
}

/** The lines of one entry, each with its line break. */
async function entryText(entry: CalendarEntry): Promise<string> {
  // Two hundred at once would block all other calls.
  await setImmediate()
  const { default: ical } = await import('ical-generator')
  const calendar = ical()
  await addEntry(calendar, entry)
  const whole = calendar.toString()
  return whole.slice(whole.indexOf('BEGIN:VEVENT'), -end.length)
}

async function emptyCalendar({ brand, name, lifetimeSeconds, method }: Omit<Calendar, 'entries'>): Promise<string> {
  const { default: ical, ICalCalendarMethod } = await import('ical-generator')
  return ical({
    prodId: { company: brand, product: 'Tickets', language: 'EN' },
    // The library writes a name unescaped.
    ...(name && { name: escaped(name) }),
    ...(lifetimeSeconds && { ttl: lifetimeSeconds }),
    ...(method && { method: ICalCalendarMethod[method] }),
  }).toString()
}

async function addEntry(calendar: ICalCalendar, entry: CalendarEntry): Promise<void> {
  const { ICalAlarmType, ICalEventStatus } = await import('ical-generator')
  const { latitude, longitude } = entry.point ?? {}
  const event = calendar.createEvent({
    id: entry.uid,
    sequence: secondsSince2020(entry.changed) + (entry.isCancelled ? 1 : 0),
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    stamp: entry.stamp ?? entry.changed,
    lastModified: entry.changed,
    start: entry.start,
    end: entry.end,
    summary: printable(entry.name),
    ...(entry.location && {
      location: {
        title: printable(entry.location),
        ...(latitude !== undefined && longitude !== undefined && { geo: { lat: latitude, lon: longitude } }),
      },
    }),
    description: printable(entry.description),
    url: entry.url,
    categories: (entry.categories ?? []).map((category) => ({ name: printable(category) })),
  })
  if (entry.alarm !== undefined) event.createAlarm({ type: ICalAlarmType.display, trigger: entry.alarm })
}

/** Fits into the 32 bits of a number in a calendar until 2088. */
const secondsSince2020 = (time: Date) => Math.floor((time.getTime() - Date.UTC(2020, 0)) / 1_000)

/** A text value (RFC 5545, section 3.3.11) on one line. */
function escaped(text: string): string {
  return printable(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\;,]/g, String.raw`\$&`)
}

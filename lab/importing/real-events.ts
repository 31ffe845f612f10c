import { type EventDraftInput, eventLimits } from '#contract/events/event-draft.ts'
import { bangkok } from '#contract/events/event-place.ts'
import type { Category } from '#contract/events/events.ts'
import { priceInBaht } from './baht.ts'
import { cityPoint, thaiCityPoint } from './cities.ts'

/** A technology event in Thailand; times, prices and links are free text. */
interface ThaiEvent {
  source: 'thai'
  name: string
  date: string
  time: string
  place: string
  latitude: number | null
  longitude: number | null
  categories: string[]
  topics: string[]
  price_text: string
  links: { type: string; url: string }[]
  summary: string
  description_markdown: string
}

/** A technology conference somewhere in the world. */
interface Conference {
  source: 'conferences'
  topic: string
  name: string
  url: string
  startDate: string
  endDate: string
  online: boolean
  city?: string
  country?: string
  twitter?: string
  cocUrl?: string
  cfpUrl?: string
}

export type RealEvent = ThaiEvent | Conference

/** An event that cannot be published as it is; the message says why. */
export class LeftOut extends Error {}

/** The event as an organizer would publish it at `now`: moved to the next year in which its day is in the future,
 *  with a sensible value for each missing field. Throws LeftOut where a value would have to be invented. */
export function draftOf(event: RealEvent, now: Date): EventDraftInput {
  return event.source === 'thai' ? thaiDraft(event, now) : conferenceDraft(event, now)
}

function thaiDraft(quoted: ThaiEvent, now: Date): EventDraftInput {
  const event = unquoted(quoted)
  const [from = '18:00', to = '21:00'] = clocks(event.time)
  const [firstDay = '', lastDay = firstDay] = event.date.split(' ~ ').map(realDay)
  const day = nextYearly(firstDay, now)
  const end = bangkokTime(from < to ? day : dayAfter(day), to).getTime() + Date.parse(lastDay) - Date.parse(firstDay)
  const price = priceInBaht(event.price_text)
  if (price === null) throw new LeftOut(`Its price is not in baht: ${event.price_text}.`)
  // Without a point the event has no pin, instead of one in the wrong city.
  const city = cityPoint(`${event.place}, ${event.place}`) ?? cityPoint(event.place) ?? thaiCityPoint(event.place)
  const links = event.links.map(({ url }) => webAddress(url)).filter((url) => url !== '')
  return {
    ...named(event.name, event.summary || event.description_markdown),
    ...opened(now, bangkokTime(day, from), new Date(end)),
    detailed_description: fullText(event.name, event.description_markdown || event.summary),
    category: thaiCategories[event.categories[0] ?? ''] ?? 'OTHER',
    tags: event.topics.map((topic) => topic.replaceAll(',', ' ')).join(','),
    address: event.place,
    latitude: event.latitude ?? city?.latitude ?? '',
    longitude: event.longitude ?? city?.longitude ?? '',
    is_free: price === 0,
    ticket_price: price,
    expected_price: price,
    max_attendee: event.price_text.includes('sold out') ? 30 : null,
    website_url: links[0] ?? '',
    other_url: links.slice(1).join(','),
  }
}

const thaiCategories: Record<string, Category> = {
  Meetup: 'NETWORKING',
  Workshop: 'WORKSHOP',
  Conference: 'CONFERENCE',
  Seminar: 'SEMINAR',
}

function conferenceDraft(event: Conference, now: Date): EventDraftInput {
  const place = [event.city, event.country].filter(Boolean).join(', ')
  const point = place ? cityPoint(place) : bangkok
  if (point === null) throw new LeftOut(`Where it takes place on the map is not known: ${place}.`)
  const day = nextYearly(realDay(event.startDate), now)
  const length = Date.parse(realDay(event.endDate)) - Date.parse(event.startDate)
  const about = `${event.name} is a conference about ${event.topic}${place ? ` in ${place}` : ', held online'}.`
  return {
    ...named(event.name, about),
    ...opened(now, bangkokTime(day, '09:00'), new Date(bangkokTime(day, '18:00').getTime() + Math.max(0, length))),
    detailed_description: fullText(
      event.name,
      `${about}\n\n- [Website](${event.url})${event.cfpUrl ? `\n- [Call for papers](${event.cfpUrl})` : ''}`,
    ),
    terms_and_conditions: event.cocUrl ? `Please read the [code of conduct](${event.cocUrl}).` : '',
    category: 'CONFERENCE',
    tags: event.topic,
    is_online: event.online,
    meeting_link: event.online ? webAddress(event.url) : '',
    address: place,
    latitude: point.latitude,
    longitude: point.longitude,
    website_url: webAddress(event.url),
    twitter_url: event.twitter ? `https://x.com/${event.twitter.replace('@', '')}` : '',
  }
}

function named(name: string, about: string) {
  const plain = about.replace(/\s+/g, ' ').trim() || name
  return {
    event_name: shorten(name.trim(), eventLimits.event_name),
    description: shorten(plain, eventLimits.description),
  }
}

/** The description; a long name is repeated in full above it. */
function fullText(name: string, markdown: string): string {
  return name.length > eventLimits.event_name ? `**${name}**\n\n${markdown}` : markdown || name
}

function opened(now: Date, start: Date, end: Date) {
  return {
    start_date_register: new Date(now.getTime() - 3_600_000).toISOString(),
    end_date_register: start.toISOString(),
    start_date_event: start.toISOString(),
    end_date_event: end.toISOString(),
  }
}

/** Cuts between whole letters, because Thai marks belong to the letter before them. */
function shorten(value: string, max: number): string {
  if (value.length <= max) return value
  let short = ''
  for (const { segment } of new Intl.Segmenter('th').segment(value)) {
    if (short.length + segment.length > max - 1) break
    short += segment
  }
  return `${short.trimEnd()}…`
}

/** The same day as YYYY-MM-DD in the first year in which it is after tomorrow. */
function nextYearly(day: string, now: Date): string {
  const tomorrow = new Date(now.getTime() + 24 * 3_600_000).toISOString().slice(0, 10)
  const year = now.getUTCFullYear()
  const monthAndDay = day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)
  return [day, `${year}${monthAndDay}`, `${year + 1}${monthAndDay}`].find((candidate) => candidate > tomorrow) ?? day
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10)
}

function bangkokTime(day: string, clock: string): Date {
  return new Date(`${day}T${clock}:00+07:00`)
}

/** The hours that a text names, as HH:MM: '9:00', '18.30' and '6:30 PM' are read. Throws LeftOut for one that no day has. */
function clocks(time: string): string[] {
  return [...time.matchAll(/(?<!\d)(\d{1,2})(?:[:.](\d\d)(?!\d)\s*([ap]m\b)?|\s*([ap]m\b))/gi)].map((found) => {
    const [clock = '', hours = '', minutes = '00', beside, alone] = found
    const half = (beside ?? alone)?.toLowerCase()
    const hour = half ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours)
    if (hour > 23 || Number(minutes) > 59 || (half && Number(hours) > 12)) {
      throw new LeftOut(`Its time is not one of a day: ${clock.trim()}.`)
    }
    return `${String(hour).padStart(2, '0')}:${minutes}`
  })
}

/** The day itself, as YYYY-MM-DD. Throws LeftOut for what is none. */
function realDay(day: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  if (!isDay) throw new LeftOut(`Its date is not a day such as 2026-12-05: ${day}.`)
  return day
}

/** Without the quotes that YAML puts around a whole text. */
function unquoted(event: ThaiEvent): ThaiEvent {
  return {
    ...event,
    name: unquote(event.name),
    date: unquote(event.date),
    place: unquote(event.place),
    categories: event.categories.map(unquote),
    topics: event.topics.map(unquote),
    price_text: unquote(event.price_text),
    links: event.links.map((link) => ({ ...link, url: unquote(link.url) })),
    summary: unquote(event.summary),
    description_markdown: unquote(event.description_markdown),
  }
}

function unquote(typed: string): string {
  const [, quote, text] = /^\s*(['"])(.*)\1\s*$/s.exec(typed) ?? []
  if (quote === undefined || text === undefined) return typed
  return quote === "'" ? text.replaceAll("''", "'") : text.replace(/\\(["\\])/g, '$1')
}

/** The web address in a free text; '' where there is none. */
function webAddress(url: string): string {
  return /^https?:\/\//.test(url) && URL.canParse(url) ? url : ''
}

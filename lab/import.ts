/** Publishes real events from a file through the API, as an organizer would: `npm run try:import FILE`. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { login, register } from '#contract/accounts/auth.ts'
import { type EventFieldsInput, eventLimits } from '#contract/events/event-fields.ts'
import type { Category } from '#contract/events/events.ts'
import { createEvent } from '#contract/events/own-events.ts'
import { inAscii, readNumber } from '#contract/numbers.ts'
import { applyOrganizer } from '#contract/organizers.ts'

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
  links: { url: string }[]
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
  cocUrl?: string
}

type RealEvent = ThaiEvent | Conference

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string', default: 'http://localhost:8000' } },
})
const [file] = positionals
if (file === undefined) {
  console.error('Usage: npm run try:import FILE -- [--url http://localhost:8000]')
  process.exit(2)
}

const now = new Date()
const day = 24 * 3_600_000
const token = await newOrganizer()
const events = JSON.parse(await readFile(file, 'utf8'), (_, value) => unquoted(value)) as RealEvent[]
let published = 0
for (const event of events) {
  const fields = event.source === 'thai' ? thaiEvent(event) : conferenceEvent(event)
  if (fields === null) {
    console.error(`${event.name} is left out: its date or price cannot be read.`)
    continue
  }
  const reply = await post(createEvent.url, fields, token)
  if (reply.ok) published += 1
  else {
    console.error(`${event.name}: ${await reply.text()}`)
    process.exitCode = 1
  }
}
console.info(`${published} of ${events.length} events published on ${values.url}`)

function thaiEvent(event: ThaiEvent): EventFieldsInput | null {
  const [from = '18:00', to = '21:00'] = clocks(event.time)
  const [firstDay = '', lastDay = firstDay] = event.date.split(' ~ ')
  const price = priceInBaht(event.price_text)
  const times = openedTimes(firstDay, from, lastDay, to)
  if (price === null || times === null) return null
  const links = event.links.map(({ url }) => url).filter((url) => /^https?:/.test(url) && URL.canParse(url))
  return {
    ...named(event.name, event.summary || event.description_markdown),
    ...times,
    detailed_description: event.description_markdown || event.summary || event.name,
    category: thaiCategories[event.categories[0] ?? ''] ?? 'OTHER',
    tags: event.topics.map((topic) => topic.replaceAll(',', ' ')).join(','),
    address: event.place,
    latitude: event.latitude ?? '',
    longitude: event.longitude ?? '',
    is_free: price === 0,
    ticket_price: price,
    expected_price: price,
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

function conferenceEvent(event: Conference): EventFieldsInput | null {
  const place = [event.city, event.country].filter(Boolean).join(', ')
  const times = openedTimes(event.startDate, '09:00', event.endDate, '18:00')
  if (times === null) return null
  const about = `${event.name} is a conference about ${event.topic}${place ? ` in ${place}` : ', held online'}.`
  return {
    ...named(event.name, about),
    ...times,
    detailed_description: `${about}\n\n- [Website](${event.url})`,
    terms_and_conditions: event.cocUrl ? `Please read the [code of conduct](${event.cocUrl}).` : '',
    category: 'CONFERENCE',
    tags: event.topic,
    is_online: event.online,
    meeting_link: event.online ? event.url : '',
    address: place,
    latitude: '',
    longitude: '',
    website_url: event.url,
  }
}

function named(name: string, about: string) {
  const plain = about.replace(/\s+/g, ' ').trim() || name
  return {
    event_name: shorten(name.trim(), eventLimits.event_name),
    description: shorten(plain, eventLimits.description),
  }
}

/** Cuts between graphemes, because Thai marks belong to the letter before them. */
function shorten(value: string, max: number): string {
  if (value.length <= max) return value
  let short = ''
  for (const { segment } of new Intl.Segmenter('th').segment(value)) {
    if (short.length + segment.length > max - 1) break
    short += segment
  }
  return `${short.trimEnd()}…`
}

/** The same days in the next year in which they are in the future, with registration open now; null for invalid days. */
function openedTimes(firstDay: string, from: string, lastDay: string, to: string) {
  const year = now.getUTCFullYear()
  const future = [firstDay, `${year}${firstDay.slice(4)}`, `${year + 1}${firstDay.slice(4)}`].find(
    (one) => one > new Date(now.getTime() + day).toISOString().slice(0, 10),
  )
  const start = Date.parse(`${future}T${from}:00+07:00`)
  const sameDayEnd = Date.parse(`${future}T${to}:00+07:00`)
  const end = sameDayEnd + (from < to ? 0 : day) + (Date.parse(lastDay) - Date.parse(firstDay))
  if (Number.isNaN(start + end)) return null
  const text = (time: number) => new Date(time).toISOString()
  return {
    start_date_register: text(now.getTime() - 3_600_000),
    end_date_register: text(start),
    start_date_event: text(start),
    end_date_event: text(end),
  }
}

/** The times in a text as HH:MM; understands '9:00', '18.30' and '6:30 PM'. */
function clocks(time: string): string[] {
  const found = time.matchAll(/(?<!\d)(\d{1,2})(?:[:.](\d\d)(?!\d)\s*([ap]m\b)?|\s*([ap]m\b))/gi)
  return [...found].map(([, hours = '', minutes = '00', beside, alone]) => {
    const half = (beside ?? alone)?.toLowerCase()
    const hour = half ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours)
    return `${String(hour).padStart(2, '0')}:${minutes}`
  })
}

/** A price in baht: 0 if free or not given, null if only in other currencies. */
function priceInBaht(text: string): number | null {
  const number = /\d[\d,]*(?:\.\d{1,2})?/
  const inBaht = new RegExp(`(?:THB|฿)\\s*(${number.source})|(${number.source})[^\\d]*(?:THB|baht|฿|บาท)`, 'i')
  const ascii = inAscii(text)
  if (/^\W*free/i.test(text)) return 0
  const [, before, after] = inBaht.exec(ascii) ?? []
  const digits = before ?? after ?? (/(?!฿)\p{Sc}|[A-Z]{3}/u.test(text) ? null : number.exec(ascii)?.[0])
  if (digits === null) return null
  return readNumber((digits ?? '').replaceAll(',', '')) ?? 0
}

/** Without the quotes that YAML puts around a whole text. */
function unquoted(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const [, quote, text = ''] = /^\s*(['"])(.*)\1\s*$/s.exec(value) ?? []
  if (quote === undefined) return value
  return quote === "'" ? text.replaceAll("''", "'") : text.replace(/\\(["\\])/g, '$1')
}

async function newOrganizer(): Promise<string> {
  const username = `importer${Date.now()}`
  const password = crypto.randomUUID()
  const email = `${username}@example.com`
  await mustPost(register.url, {
    ...{ username, password, password2: password, email, first_name: 'Event', last_name: 'Importer' },
    ...{ birth_date: '1990-01-01', phone_number: '0812345678' },
  })
  const { access_token } = (await mustPost(login.url, { username, password })) as { access_token: string }
  const organizer = { organizer_name: `Imported ${username}`, email, organization_type: 'COMPANY' }
  await mustPost(applyOrganizer.url, organizer, access_token)
  console.info(`Publishing as ${username}, password ${password}`)
  return access_token
}

async function mustPost(path: string, body: object, bearer?: string): Promise<unknown> {
  const reply = await post(path, body, bearer)
  if (!reply.ok) throw new Error(await reply.text())
  return reply.json()
}

/** Posts, and retries after a rate limit. */
async function post(path: string, body: object, bearer?: string): Promise<Response> {
  const reply = await fetch(`${values.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
  if (reply.status !== 429) return reply
  await new Promise((resolve) => setTimeout(resolve, Number(reply.headers.get('retry-after')) * 1000))
  return post(path, body, bearer)
}

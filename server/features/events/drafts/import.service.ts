import { Parser } from 'htmlparser2'
import type ICAL from 'ical.js'
import { startOfDayInBangkok, toInput } from '#contract/dates.ts'
import { Draft, type DraftContent, type SavedDraft } from '#contract/events/drafts.ts'
import { eventLimits } from '#contract/events/event-fields.ts'
import { ticketTypeLimits } from '#contract/events/ticket-types.ts'
import { asName } from '#contract/names.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import type { Upload } from '#server/lib/pictures/uploads.ts'
import { readOutside } from '#server/lib/security/outside.ts'
import { add, requireRoom } from './drafts.service.ts'

const megabyte = 1024 * 1024
const timeoutMs = 5_000

/** Makes a draft of an event on another site, with its picture if that can be read. Throws `organizers_only`, `too_many_drafts`,
 *  `import_unreadable` and `no_event_there`. */
export async function importFrom(ctx: Context, user: SignedInUser, address: string): Promise<SavedDraft> {
  await requireRoom(ctx, user)
  const url = new URL(address)
  const page = await read(ctx, url, 2 * megabyte).catch(() => {
    throw new AppError('import_unreadable')
  })
  const found = await readForeignEvent(page.toString(), url)
  const { data: draft } = Draft.safeParse(found?.content)
  if (!found || !draft) throw new AppError('no_event_there')
  const picture = found.picture === null ? null : await pictureAt(ctx, user, found.picture)
  if (picture === null) return add(ctx, user, draft, null)
  return add(ctx, user, draft, picture).catch((error) => {
    // The picture may not be a JPEG or PNG, or too large: the draft is useful without it.
    if (error instanceof AppError && error.code !== 'too_many_drafts') return add(ctx, user, draft, null)
    throw error
  })
}

function read(ctx: Context, url: URL, mostBytes: number): Promise<Buffer> {
  const headers = { 'user-agent': 'Ruam-Import', accept: 'text/html, text/calendar, */*;q=0.5' }
  return readOutside(url, { headers, mostBytes, timeoutMs, allowInside: ctx.settings.WEBHOOKS_INSIDE })
}

async function pictureAt(ctx: Context, user: SignedInUser, address: string): Promise<Upload | null> {
  const content = await read(ctx, new URL(address), 5 * megabyte).catch(() => null)
  return content === null ? null : { filename: 'picture', content, sender: user.id }
}

/** An event that another site publishes, as far as it can be read. `picture` is its address. */
interface ForeignEvent {
  content: DraftContent
  picture: string | null
}

/** Reads a calendar file, or a page with an Event in JSON-LD (https://schema.org/Event); null if there is none. The text may be
 *  hostile. */
async function readForeignEvent(text: string, address: URL): Promise<ForeignEvent | null> {
  // Also removes a byte order mark, which ical.js does not accept.
  const trimmed = text.trimStart()
  return trimmed.startsWith('BEGIN:VCALENDAR') ? readCalendar(trimmed, address) : readPage(trimmed, address)
}

async function readCalendar(text: string, address: URL): Promise<ForeignEvent | null> {
  // Loaded only here: a server takes a megabyte less without it.
  const { default: ICAL } = await import('ical.js')
  try {
    const found = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    if (found === null) return null
    const event = new ICAL.Event(found)
    const [latitude, longitude] = [found.getFirstPropertyValue('geo')].flat()
    const starts = found.getFirstProperty('dtstart')
    return foreignEvent(address, {
      name: event.summary,
      description: event.description,
      start: timeIn(event.startDate, starts),
      end: event.endDate.isDate ? lastDayOf(event) : timeIn(event.endDate, found.getFirstProperty('dtend') ?? starts),
      place: event.location,
      latitude,
      longitude,
    })
  } catch {
    return null
  }
}

/** In a file all-day events end on the day after their last (RFC 5545, section 3.6.1), but some programs end a one-day event
 *  on its own day. */
function lastDayOf({ startDate, endDate }: ICAL.Event): string {
  if (endDate.compare(startDate) <= 0) return startDate.toString()
  const last = endDate.clone()
  last.adjust(-1, 0, 0, 0)
  return last.toString()
}

/** A time without a zone is local time of the place, and stays as it is. `property` names the zone, which the file should describe
 *  but may not. */
function timeIn(time: ICAL.Time | null, property: ICAL.Property | null): string {
  if (time === null) return ''
  if (time.zone?.tzid !== 'floating') return time.toJSDate().toISOString()
  const zone = property?.getParameter('tzid')
  return zone === undefined || time.isDate ? time.toString() : withOffset(time.toString(), String(zone))
}

/** '2027-01-10T12:00:00' in Asia/Tokyo as '2027-01-10T12:00:00+09:00'; '' if the zone is unknown. */
function withOffset(time: string, zone: string): string {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const offsetAt = (instant: string) => format.format(new Date(instant)).split('GMT')[1] || 'Z'
    // The offset at this time in UTC may be the one before or after a change of the clocks.
    return time + offsetAt(time + offsetAt(`${time}Z`))
  } catch {
    return ''
  }
}

type Json = Record<string, unknown>

function readPage(html: string, address: URL): ForeignEvent | null {
  const events = linkedData(html).flatMap((json) => eventsIn(parse(json)))
  const event = events.find(({ name, startDate }) => textOf(name) !== '' && textOf(startDate) !== '')
  if (event === undefined) return null
  const places = listOf(event.location)
  const venue = places.find((one) => typesOf(one).every((type) => type !== 'VirtualLocation'))
  const online = places.find((one) => typesOf(one).includes('VirtualLocation'))
  const isOnline =
    venue === undefined && (online !== undefined || /OnlineEvent/.test(textOf(event.eventAttendanceMode)))
  const geo = jsonOf(jsonOf(venue).geo)
  return foreignEvent(address, {
    name: textOf(event.name),
    description: textOf(event.description),
    start: textOf(event.startDate),
    end: textOf(event.endDate),
    place: placeOf(venue),
    latitude: geo.latitude,
    longitude: geo.longitude,
    isOnline,
    price: priceOf(event.offers),
    types: ticketTypesOf(event.offers),
    picture: pictureOf(event.image, address),
  })
}

/** The texts of a page's JSON-LD scripts. */
function linkedData(html: string): string[] {
  const found: string[] = []
  let isInside = false
  const parser = new Parser({
    onopentag(name, { type = '' }) {
      isInside = name === 'script' && type.trim().toLowerCase() === 'application/ld+json'
      if (isInside) found.push('')
    },
    ontext(text) {
      if (isInside) found.push((found.pop() ?? '') + text)
    },
    onclosetag() {
      isInside = false
    },
  })
  parser.end(html)
  return found
}

/** Every Event in a document, however deep in lists and graphs. */
function eventsIn(found: unknown, depth = 0): Json[] {
  if (depth > 5) return []
  if (Array.isArray(found)) return found.flatMap((one) => eventsIn(one, depth + 1))
  const node = jsonOf(found)
  const isEvent = typesOf(node).some((type) => /Event$/.test(type) || type === 'Festival' || type === 'Hackathon')
  return isEvent ? [node] : [node['@graph'], node.mainEntity].flatMap((one) => eventsIn(one, depth + 1))
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const jsonOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat())
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const typesOf = (value: unknown): string[] => listOf(jsonOf(value)['@type']).map(textOf)

function placeOf(venue: unknown): string {
  if (typeof venue === 'string') return venue
  const { name, address } = jsonOf(venue)
  const { streetAddress, addressLocality, addressRegion, postalCode } = jsonOf(address)
  const parts =
    typeof address === 'string' ? [name, address] : [name, streetAddress, addressLocality, addressRegion, postalCode]
  return [...new Set(parts.map(textOf))].filter(Boolean).join(', ')
}

/** In baht: the lowest price. Null if there is none, '' where it must be typed: in another currency, unreadable, or free only
 *  for some. */
function priceOf(offers: unknown): number | '' | null {
  const found = listOf(offers).map(jsonOf)
  const prices = found.flatMap(({ price, lowPrice, highPrice }) =>
    [price, lowPrice, highPrice].flatMap(listOf).map(priceIn),
  )
  if (prices.length === 0) return null
  if (prices.every((price) => price === 0)) return 0
  return prices.every((price) => price > 0) && found.every(isInBaht) ? Math.min(...prices) : ''
}

/** '1,500.00' as 1500; NaN if it is no price. */
function priceIn(value: unknown): number {
  const digits = String(value)
    .trim()
    .replaceAll(/,(?=\d{3}(?!\d))/g, '')
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN
}

const isInBaht = ({ priceCurrency }: Json) => textOf(priceCurrency) === 'THB'

interface TypedType {
  name: string
  price: string
  on_sale_from: string
  on_sale_until: string
}

/** Several offers with different names and prices in baht, as ticket types in the form's format; otherwise none. */
function ticketTypesOf(offers: unknown): TypedType[] {
  const found = listOf(offers).flatMap((one) => listOf(jsonOf(one).offers ?? one).map(jsonOf))
  const types = found.map((offer) => ({
    name: cut(asName(plain(textOf(offer.name))), ticketTypeLimits.name),
    price: priceIn(offer.price),
    isInBaht: isInBaht(offer),
    on_sale_from: typedTime(textOf(offer.validFrom)),
    on_sale_until: typedTime(textOf(offer.validThrough)),
  }))
  const names = new Set(types.map(({ name }) => name.toLowerCase()))
  const areTypes = types.every((type) => type.name !== '' && (type.price === 0 || (type.price > 0 && type.isInBaht)))
  if (types.length < 2 || types.length > ticketTypeLimits.types || names.size < types.length || !areTypes) return []
  return types.map(({ isInBaht: _, price, ...type }) => ({ ...type, price: String(price) }))
}

function pictureOf(image: unknown, address: URL): string | null {
  const [first] = listOf(image)
  const found = textOf(first) || textOf(jsonOf(first).url) || textOf(jsonOf(first).contentUrl)
  if (found === '' || !URL.canParse(found, address.href)) return null
  const url = new URL(found, address)
  return /^https?:$/.test(url.protocol) ? url.href : null
}

interface Read {
  name: string
  description: string
  start: string
  end: string
  place: string
  latitude?: unknown
  longitude?: unknown
  isOnline?: boolean
  price?: number | '' | null
  types?: TypedType[]
  picture?: string | null
}

function foreignEvent(address: URL, read: Read): ForeignEvent {
  const description = plain(read.description)
  const [latitude, longitude] = [degrees(read.latitude, 90), degrees(read.longitude, 180)]
  const { price = null, types = [], isOnline = false } = read
  return {
    picture: read.picture ?? null,
    content: {
      event_name: cut(asName(plain(read.name)), 2 * eventLimits.event_name),
      description: beginning(description.replace(/\s+/g, ' '), eventLimits.description),
      detailed_description: cut(paragraphs(description), eventLimits.markdown),
      start_date_event: typedTime(read.start),
      end_date_event: typedTime(read.end, '23:59'),
      is_online: isOnline,
      ...(isOnline ? {} : { address: cut(plain(read.place).replace(/\s+/g, ' '), eventLimits.address) }),
      ...(isOnline || latitude === null || longitude === null
        ? {}
        : { latitude: String(latitude), longitude: String(longitude) }),
      ...(price === null ? {} : { is_free: price === 0, ticket_price: String(price) }),
      ...(types.length === 0 ? {} : { ticket_types: JSON.stringify(types) }),
      ...(address.href.length > eventLimits.link ? {} : { website_url: address.href }),
    },
  }
}

/** Without half a surrogate pair at the end. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

/** The words that fit, with an ellipsis where there are more. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text
  const words = cut(text, most - 1)
  return `${words.slice(0, Math.max(words.lastIndexOf(' '), most / 2))}…`
}

const blocks = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4'])

/** Plain text: without tags, and with entities decoded. Many sites write HTML into JSON-LD. */
function plain(text: string): string {
  let found = ''
  let isHidden = false
  const parser = new Parser({
    onopentagname(name) {
      isHidden = name === 'script' || name === 'style'
    },
    ontext(part) {
      if (!isHidden) found += part
    },
    onclosetag(name) {
      isHidden = false
      if (blocks.has(name)) found += '\n'
    },
  })
  parser.end(text)
  return found
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Each line as a paragraph: Markdown ignores a single line break. */
function paragraphs(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join('\n\n')
}

/** A time in the form's format: '2026-12-05T18:00' in Bangkok. A day gets `timeOfDay`. '' if it cannot be read. */
function typedTime(text: string, timeOfDay = '00:00'): string {
  const [, day = '', time = timeOfDay, zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::[\d.]+)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? []
  if (zone === '') return Number.isNaN(startOfDayInBangkok(day).getTime()) ? '' : `${day}T${time}`
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : toInput(at.toISOString())
}

function degrees(value: unknown, most: number): number | null {
  const number = typeof value === 'string' || typeof value === 'number' ? Number.parseFloat(String(value)) : Number.NaN
  return Math.abs(number) <= most ? number : null
}

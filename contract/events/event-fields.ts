import { z } from 'zod'
import { phoneDigits } from '#contract/accounts/phone-number.ts'
import type { FieldProblem } from '#contract/errors.ts'
import { Category, DressCode, Visibility } from '#contract/events/events.schemas.ts'
import {
  commaSeparated,
  degrees,
  Email,
  Flag,
  fieldProblem,
  numeric,
  requiredInstant,
  requiredText,
  text,
  WebAddress,
  webAddressLimit,
} from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { withinMarkdownLimits } from '#contract/markdown.ts'
import { optionalName, requiredName } from '#contract/names.ts'
import { inAscii } from '#contract/numbers.ts'
import { Questions } from '#contract/questions/questions.ts'
import * as m from '#messages/fields.json'
import { bangkok } from './event-place.ts'
import { Capacity, optionalInstant, Price, TicketTypes } from './ticket-types.schemas.ts'
import { mostInParty, pricesOf, ticketTypeLimits } from './ticket-types.ts'

/** Lengths in characters, prices in baht, capacity in seats. */
export const eventLimits = {
  event_name: 50,
  description: 350,
  markdown: 20_000,
  address: 500,
  tags: 500,
  max_attendee: ticketTypeLimits.seats,
  price: ticketTypeLimits.price,
  payment_words: 300,
  promptpay_name: 100,
  payment_minutes: { least: 10, most: 7 * 24 * 60, usual: 24 * 60 },
  party: mostInParty,
  age: 150,
  domains: 1_000,
  email: 254,
  phone: 30,
  link: webAddressLimit,
  links: 2_000,
} as const

const domain = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i

const wrongParty = fill(m.partyBetween, { most: mostInParty })

/** A PromptPay receiver in digits, '' for none, without spaces and dashes. A phone number may start with +66; without
 *  the plus it could be a tax ID. */
export const PromptPayId = text(40)
  .transform((written) => (/^[+＋]/.test(written) ? (phoneDigits(written) ?? written) : written))
  .transform((written) => inAscii(written).replace(/[\s\p{Dash_Punctuation}]/gu, ''))
  .pipe(z.string().regex(/^(|0\d{9}|\d{13}|\d{15})$/, m.receiver))

/** The editable fields of an event, with the form's defaults. `max_attendee` null or 0 means no limit. */
export const EventFields = z.object({
  event_name: requiredName(m.eventName, eventLimits.event_name),
  description: requiredText(m.shortDescription, eventLimits.description),
  detailed_description: requiredText(m.detailedDescription, eventLimits.markdown).superRefine(withinMarkdownLimits),
  terms_and_conditions: text(eventLimits.markdown).superRefine(withinMarkdownLimits).default(''),
  category: Category.default('CONFERENCE'),
  dress_code: DressCode.default('CASUAL'),
  visibility: Visibility.default('PUBLIC'),
  tags: commaSeparated(eventLimits.tags).default(''),
  min_age_requirement: numeric(
    z
      .number()
      .int(m.wholeNumber)
      .min(0, fill(m.notBelow, { least: 0 }))
      .max(eventLimits.age, m.ageTooHigh),
    0,
  ).default(0),
  is_online: Flag.default(false),
  /** Address and pin are then left out. */
  place_to_be_announced: Flag.default(false),
  address: text(eventLimits.address).default(''),
  latitude: numeric(degrees(90), bangkok.latitude, { plus: true }).default(bangkok.latitude),
  longitude: numeric(degrees(180), bangkok.longitude, { plus: true }).default(bangkok.longitude),
  meeting_link: WebAddress.default(''),
  start_date_register: requiredInstant(m.registrationOpening),
  end_date_register: requiredInstant(m.registrationClosing),
  start_date_event: requiredInstant(m.eventStart),
  end_date_event: requiredInstant(m.eventEnd),
  is_free: Flag.default(true),
  ticket_price: numeric(Price, 0).default(0),
  expected_price: numeric(Price, 0).default(0),
  /** JSON text in forms. Where there are any, `is_free` and `ticket_price` follow from them. */
  ticket_types: TicketTypes.default([]),
  /** How the price is paid at the event, as the organizer describes it. */
  payment_words: text(eventLimits.payment_words).default(''),
  max_attendee: numeric(Capacity, null)
    .transform((seats) => seats || null)
    .default(null),
  /** The organizer decides about every application. */
  needs_approval: Flag.default(false),
  /** People may join a waiting list once all seats are taken. */
  waiting_list: Flag.default(true),
  /** For payment before there is a ticket; '' for payment at the event. */
  promptpay_id: PromptPayId.default(''),
  /** The name of that account; '' for the organizer's. */
  promptpay_name: optionalName(m.receiverName, eventLimits.promptpay_name).default(''),
  /** How long a seat is held for payment, at most until the event starts. */
  payment_minutes: numeric(
    z
      .number()
      .int(m.wholeNumber)
      .min(eventLimits.payment_minutes.least, m.paymentTime)
      .max(eventLimits.payment_minutes.most, m.paymentTime),
    eventLimits.payment_minutes.usual,
  ).default(eventLimits.payment_minutes.usual),
  /** JSON text in forms. */
  questions: Questions.default([]),
  /** The most seats in one application. */
  max_party: numeric(z.number().int(m.wholeNumber).min(1, wrongParty).max(mostInParty, wrongParty), 1).default(1),
  /** Applicants may leave out the names of their guests. */
  guest_names_optional: Flag.default(false),
  /** The questions are asked for each guest, not only for the applicant. */
  questions_per_guest: Flag.default(false),
  /** Until when tickets may be passed on; null until the event starts. */
  pass_on_until: optionalInstant,
  allowed_email_domains: commaSeparated(eventLimits.domains)
    .refine((list) => list === '' || list.split(',').every((name) => domain.test(name)), m.domains)
    .transform((list) => list.toLowerCase())
    .default(''),
  contact_email: text(eventLimits.email)
    .pipe(z.union([z.literal(''), Email], m.emailNotValid))
    .default(''),
  /** Ten digits are normalized. Other numbers (landlines, extensions, other countries) stay as typed. */
  contact_phone: text(eventLimits.phone)
    .transform((written) => phoneDigits(written) ?? written)
    .default(''),
  website_url: WebAddress.default(''),
  facebook_url: WebAddress.default(''),
  twitter_url: WebAddress.default(''),
  instagram_url: WebAddress.default(''),
  other_url: commaSeparated(eventLimits.links)
    .refine((list) => list === '' || list.split(',').every((url) => WebAddress.safeParse(url).success), m.webAddresses)
    .default(''),
})
export type EventFields = z.output<typeof EventFields>
export type EventFieldsInput = z.input<typeof EventFields>

/** With the price of its cheapest ticket type; unchanged without types. */
export function withPriceOfTypes<Fields extends Pick<EventFields, 'ticket_types' | 'is_free' | 'ticket_price'>>(
  fields: Fields,
): Fields {
  if (fields.ticket_types.length === 0) return fields
  const { lowest } = pricesOf(fields.ticket_types)
  return { ...fields, ticket_price: lowest, is_free: lowest === 0 }
}

/** Clears fields that do not apply: price and payment of a free event, the link of one in person, an address to be
 *  announced, the domains of a public one. Without a price there is no PromptPay; without a limit, or with approval,
 *  no waiting list. With ticket types, what counts is whether any of them has a price or a limit. Takes parsed fields as well
 *  as form values. */
export function withoutWhatDoesNotApply<Fields extends Partial<Record<keyof EventFields, unknown>>>(
  fields: Fields,
): Fields {
  const isUnplaced = !fields.is_online && fields.place_to_be_announced
  const types = typesOf(fields)
  const isFree = types.length > 0 ? types.every(({ price }) => Number(price) === 0) : fields.is_free
  const isPriced = !isFree && (types.length > 0 || fields.ticket_price !== 0)
  const isLimited = Boolean(fields.max_attendee) || types.some(({ capacity }) => Boolean(capacity))
  const promptpay_id = isPriced ? fields.promptpay_id : ''
  return {
    ...fields,
    ticket_price: fields.is_free ? 0 : fields.ticket_price,
    expected_price: isFree ? 0 : fields.expected_price,
    payment_words: isFree ? '' : fields.payment_words,
    promptpay_id,
    promptpay_name: promptpay_id === '' ? '' : fields.promptpay_name,
    payment_minutes: promptpay_id === '' ? eventLimits.payment_minutes.usual : fields.payment_minutes,
    waiting_list: isLimited && !fields.needs_approval ? fields.waiting_list : true,
    ...(Number(fields.max_party ?? 1) > 1 ? {} : aloneOnly(fields)),
    meeting_link: fields.is_online ? fields.meeting_link : '',
    place_to_be_announced: isUnplaced ? fields.place_to_be_announced : false,
    ...(isUnplaced ? { address: '', ...bangkok } : {}),
    allowed_email_domains: fields.visibility === 'PRIVATE' ? fields.allowed_email_domains : '',
  }
}

/** What is only about guests. */
function aloneOnly<Fields extends Partial<Record<keyof EventFields, unknown>>>(fields: Fields): Partial<Fields> {
  const cleared = { guest_names_optional: false, questions_per_guest: false, pass_on_until: null }
  return Object.fromEntries(Object.entries(cleared).filter(([name]) => name in fields)) as Partial<Fields>
}

function typesOf({ ticket_types }: { ticket_types?: unknown }): { price?: unknown; capacity?: unknown }[] {
  return Array.isArray(ticket_types) ? ticket_types : []
}

const dateLabels = {
  start_date_register: m.registrationOpening,
  end_date_register: m.registrationClosing,
  start_date_event: m.eventStart,
  end_date_event: m.eventEnd,
} as const

type EventDates = Pick<EventFields, keyof typeof dateLabels>

/** Specification, section 5. */
export function eventYears(now: Date): { first: number; last: number } {
  const year = now.getUTCFullYear()
  return { first: year, last: year + 100 }
}

/** Everything wrong with an event's four dates: January 1 of this year to December 31 in 100 years (specification,
 *  section 5), registration opens before it closes and closes before the event ends, the event starts before it ends.
 *  With `before`, the dates until now, unchanged dates may be in any year. Missing dates are not compared. */
export function eventDateProblems(dates: Partial<EventDates>, now: Date, before?: EventDates): FieldProblem[] {
  const years = eventYears(now)
  const first = `${years.first}-01-01T00:00:00.000Z`
  const last = `${years.last}-12-31T23:59:59.999Z`
  // Time zones are up to 14 hours from UTC.
  const slack = 14 * 3_600_000
  const problems = (Object.keys(dateLabels) as (keyof EventDates)[]).flatMap((field) => {
    const instant = Date.parse(dates[field] ?? '')
    if (before !== undefined && instant === Date.parse(before[field])) return []
    const isPast = instant < Date.parse(first) - slack
    if (!isPast && !(instant > Date.parse(last) + slack)) return []
    const words = fill(m.datesInYears, { label: dateLabels[field] })
    return fieldProblem(field, words, isPast ? 'date_past' : undefined)
  })

  const { start_date_register, end_date_register, start_date_event, end_date_event } = dates
  if (isBefore(end_date_register, start_date_register)) {
    problems.push(fieldProblem('end_date_register', m.registrationClosesAfterOpening))
  }
  if (isBefore(end_date_event, end_date_register)) {
    problems.push(fieldProblem('end_date_register', m.registrationClosesBeforeEnd))
  }
  if (isBefore(end_date_event, start_date_event) || (end_date_event && end_date_event === start_date_event)) {
    problems.push(fieldProblem('end_date_event', m.eventEndsAfterStart))
  }
  return problems
}

/** False if either is missing. */
const isBefore = (one: string | undefined, other: string | undefined) => Boolean(one && other && one < other)

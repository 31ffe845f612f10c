import { deletedAccount, nobody } from '#contract/accounts/deleted-account.ts'
import type { EventFields } from '#contract/events/event-fields.ts'
import { datesOnCards } from '#contract/events/events.schemas.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import { hasRole, roleOf } from '#server/features/team/team.repository.ts'
import { identifier, isoText, join, type Sql, sql } from '#server/lib/postgres/database.ts'
import { hasApplied, holdsTicket, isUnlisted, takesPromptPay } from './event-conditions.sql.ts'

/** How the API returns a field: as stored, on cards too (`card`) or only with whole events (`whole`), or by a `rule`
 *  below. The contract says which fields cards show. */
type Returned<Field> = Field extends keyof CardEvent
  ? 'card' | 'rule'
  : Field extends keyof Event
    ? 'whole' | 'rule'
    : never

/** Every field is a column of `events`, except the capacity, which is stored with the seats, and the ticket types. */
export type ColumnsOf<Fields> = { [Field in Exclude<keyof Fields, 'max_attendee' | 'ticket_types'>]: Returned<Field> }

/** The one list of an event's columns for INSERT, UPDATE and SELECT. A field added to or removed from the contract
 *  does not compile until it is changed here too. */
export const fieldColumns = {
  event_name: 'card',
  description: 'card',
  detailed_description: 'whole',
  terms_and_conditions: 'whole',
  category: 'card',
  dress_code: 'whole',
  visibility: 'card',
  tags: 'card',
  min_age_requirement: 'whole',
  is_online: 'card',
  place_to_be_announced: 'card',
  address: 'card',
  latitude: 'card',
  longitude: 'card',
  meeting_link: 'rule',
  start_date_register: 'whole',
  end_date_register: 'whole',
  start_date_event: 'card',
  end_date_event: 'card',
  is_free: 'card',
  ticket_price: 'card',
  expected_price: 'whole',
  payment_words: 'whole',
  needs_approval: 'whole',
  waiting_list: 'whole',
  promptpay_id: 'rule',
  promptpay_name: 'rule',
  payment_minutes: 'whole',
  questions: 'whole',
  max_party: 'whole',
  guest_names_optional: 'whole',
  questions_per_guest: 'whole',
  pass_on_until: 'whole',
  allowed_email_domains: 'whole',
  contact_email: 'whole',
  contact_phone: 'whole',
  website_url: 'whole',
  facebook_url: 'whole',
  twitter_url: 'whole',
  instagram_url: 'whole',
  other_url: 'whole',
} as const satisfies ColumnsOf<EventFields>

type FieldColumns = typeof fieldColumns
type Column = keyof FieldColumns
type StoredColumn<By> = { [Name in Column]: FieldColumns[Name] extends By ? Name : never }[Column]

const names = Object.keys(fieldColumns) as Column[]

/** For INSERT, in the order of `fieldValues`. */
export const fieldNames = join(names.map(identifier), ', ')

export function fieldValues(fields: EventFields): Sql {
  return join(
    names.map((name) => stored(fields, name)),
    ', ',
  )
}

/** The driver would turn the list into an SQL array. */
function stored(fields: EventFields, name: Column) {
  return name === 'questions' ? JSON.stringify(fields.questions) : fields[name]
}

/** For UPDATE. */
export function fieldChanges(fields: EventFields): Sql {
  return join(
    names.map((name) => sql`${identifier(name)} = ${stored(fields, name)}`),
    ', ',
  )
}

/** For SELECT from `events e JOIN event_seats s`. */
export const fieldsAsStored = sql`${join(names.map(ofEvent), ', ')}, s.capacity AS max_attendee`

/** The size of all columns of fields as text, in bytes. */
export const fieldBytes = join(
  names.map((name) => sql`coalesce(octet_length(${ofEvent(name)}::text), 0)`),
  ' + ',
)

/** The columns of `events e` that are returned as stored. */
function storedColumns<By extends 'card' | 'whole'>(by: By): Record<StoredColumn<By>, Sql> {
  const shown = names.filter((name) => fieldColumns[name] === by).map((name) => [name, ofEvent(name)])
  return Object.fromEntries(shown)
}

function ofEvent(name: Column): Sql {
  return sql`e.${identifier(name)}`
}

/** The seats in `s` that people hold: those set aside for the door are nobody's. */
export const attendees = sql`(s.taken - s.set_aside)`

/** The free seats in `s`, without those reserved for a waiting party: null without a limit. */
export const seatsLeft = sql`CASE WHEN s.capacity IS NOT NULL THEN greatest(0, s.capacity - s.taken - s.reserved) END`

/** The tables of `eventColumns` and `cardColumns`. */
export const eventTables = sql`
  events e
  JOIN event_seats s ON s.event_id = e.id
  LEFT JOIN organizers o ON o.user_id = e.user_id`

/** Who gets an unlisted event's link key: the owner and co-hosts, or nobody in lists shared with others. */
export type KeyFor = 'owner' | 'nobody'

/** The fields of CardEvent. */
export function cardColumns(viewer: Viewer, now: Date, keyFor: KeyFor): Sql {
  return selected(cardFields(viewer, now, keyFor))
}

/** The fields of Event. */
export function eventColumns(viewer: Viewer, now: Date, keyFor: KeyFor): Sql {
  return selected(fieldsOfEvent(viewer, now, keyFor))
}

function selected(fields: Record<string, Sql>): Sql {
  return join(
    Object.entries(fields).map(([name, value]) => sql`${value} AS ${identifier(name)}`),
    ', ',
  )
}

const storedOnCards = storedColumns('card')
const storedOnWholeEvents = storedColumns('whole')

function cardFields(viewer: Viewer, now: Date, keyFor: KeyFor): Record<keyof CardEvent, Sql> {
  return {
    ...storedOnCards,
    id: sql`e.id`,
    user_id: sql`coalesce(e.user_id, ${nobody})`,
    event_image: sql`e.event_image`,
    status: sql`
      CASE WHEN ${now} < e.start_date_event THEN 'UPCOMING'
           WHEN ${now} < e.end_date_event THEN 'ONGOING'
           ELSE 'COMPLETED' END`,
    highest_ticket_price: sql`e.highest_ticket_price`,
    max_attendee: sql`s.capacity`,
    current_attendees: attendees,
    seats_left: seatsLeft,
    is_verified: sql`coalesce(o.is_verified, false)`,
    is_called_off: sql`coalesce(e.called_off_at < e.end_date_event, false)`,
    series_id: sql`e.series_id`,
    more_dates: ofSeries(sql`0`, sql`SELECT count(*)::int ${otherDates(now)}`),
    next_dates: ofSeries(
      sql`'[]'::jsonb`,
      sql`SELECT coalesce(jsonb_agg(${isoText(sql`first.starts`)} ORDER BY first.starts), '[]')
          FROM (SELECT m.starts ${otherDates(now)} ORDER BY m.starts LIMIT ${datesOnCards}) first`,
    ),
    link_key:
      keyFor === 'owner'
        ? sql`CASE WHEN ${hasRole(viewer, 'co_host')} AND ${isUnlisted} THEN e.link_key ELSE '' END`
        : sql`''`,
    engagement: sql`
      (SELECT jsonb_build_object('total_likes', coalesce(sum(g.likes), 0), 'total_bookmarks', coalesce(sum(g.bookmarks), 0))
       FROM event_engagement g WHERE g.event_id = e.id)`,
    user_engaged: sql`
      jsonb_build_object(
        'is_liked', EXISTS (SELECT FROM likes l WHERE l.event_id = e.id AND l.user_id = ${viewer.id}::integer),
        'is_bookmarked', EXISTS (SELECT FROM bookmarks b WHERE b.event_id = e.id AND b.user_id = ${viewer.id}::integer),
        'is_applied', ${hasApplied(viewer)}
      )`,
  }
}

/** The result of a query about the other dates of event `e`, for one date of a series. Unlisted dates do not name each other. */
function ofSeries(otherwise: Sql, query: Sql): Sql {
  return sql`CASE WHEN e.series_id IS NULL OR ${isUnlisted} THEN ${otherwise} ELSE (${query}) END`
}

/** The other coming dates `m` that are listed for the same people: those with the same domains. */
const otherDates = (now: Date) => sql`
  FROM event_listings m
  WHERE m.series_id = e.series_id AND m.event_id <> e.id AND m.ends > ${now}
    AND m.is_public = (e.visibility = 'PUBLIC') AND m.domains = string_to_array(e.allowed_email_domains, ',')`

function fieldsOfEvent(viewer: Viewer, now: Date, keyFor: KeyFor): Record<keyof Event, Sql> {
  return {
    ...cardFields(viewer, now, keyFor),
    ...storedOnWholeEvents,
    previous_start_date: sql`e.previous_start_date`,
    updated_at: sql`e.updated_at`,
    version: sql`e.version`,
    ticket_types: ticketTypes(now, {
      isForOwner: hasRole(viewer, 'co_host'),
      shown: sql`(NOT y.is_hidden OR ${hasRole(viewer, 'co_host')})`,
    }),
    has_codes: sql`e.has_codes`,
    waiting: sql`s.waiting`,
    takes_promptpay: takesPromptPay,
    promptpay_id: sql`CASE WHEN ${hasRole(viewer, 'co_host')} THEN e.promptpay_id ELSE '' END`,
    promptpay_name: sql`CASE WHEN ${hasRole(viewer, 'co_host')} THEN e.promptpay_name ELSE '' END`,
    comments_closed: sql`e.comments_closed_at IS NOT NULL`,
    meeting_link: sql`CASE WHEN ${hasRole(viewer, 'co_host')} OR ${holdsTicket(viewer)} THEN e.meeting_link ELSE '' END`,
    organizer: sql`
      jsonb_build_object(
        'id', coalesce(o.id, ${nobody}), 'organizer_name', coalesce(o.organizer_name, ${deletedAccount}),
        'email', coalesce(o.email, ''), 'logo', coalesce(o.logo, ''),
        'organization_type', coalesce(o.organization_type, 'INDIVIDUAL'), 'is_verified', coalesce(o.is_verified, false)
      )`,
    role: roleOf(viewer),
  }
}

/** The free seats of type `y`: null without a limit of its own, at most the free seats of event `e` with seats `s`, of which
 *  some may be reserved for a waiting party. */
export const seatsLeftOfType = sql`
  CASE WHEN y.capacity IS NOT NULL OR s.reserved > 0
       THEN greatest(0, least(y.capacity - y.taken, s.capacity - s.taken - s.reserved)) END`

/** How many wait for type `y`, or for any seat of event `e` with seats `s`. */
export const waitingFor = sql`
  (y.waiting + s.waiting - (SELECT sum(w.waiting) FROM ticket_types w WHERE w.event_id = e.id))`

/** The ticket types `y` of event `e` with seats `s` that are `shown`, in order. Read only for events that have any. */
export function ticketTypes(now: Date, { isForOwner, shown }: { isForOwner: Sql; shown: Sql }): Sql {
  const instant = (name: string) => isoText(sql`y.${identifier(name)}`)
  const forOwner = sql`
    CASE WHEN ${isForOwner} THEN jsonb_build_object('capacity', y.capacity, 'taken', y.taken) ELSE '{}' END`
  return sql`
    CASE WHEN e.highest_ticket_price IS NULL THEN '[]'::jsonb ELSE (
      SELECT coalesce(jsonb_agg(
        jsonb_build_object(
          'id', y.id, 'name', y.name, 'note', y.note, 'price', trim_scale(y.price_satang / 100.0),
          'waiting', ${waitingFor},
          'seats_left', ${seatsLeftOfType}, 'is_closed', y.closed_at IS NOT NULL,
          'is_hidden', y.is_hidden,
          'on_sale_from', ${instant('on_sale_from')}, 'on_sale_until', ${instant('on_sale_until')},
          'state', CASE
            WHEN y.closed_at IS NOT NULL THEN 'closed'
            WHEN y.on_sale_from > ${now} THEN 'not_yet'
            WHEN y.on_sale_until <= ${now} THEN 'over'
            WHEN s.taken + s.reserved >= s.capacity OR y.taken >= y.capacity OR ${waitingFor} > 0 THEN 'sold_out'
            ELSE 'on_sale' END
        ) || ${forOwner}
        ORDER BY y.position), '[]')
      FROM ticket_types y WHERE y.event_id = e.id AND ${shown}
    ) END`
}

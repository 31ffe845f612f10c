import type { EventDraft } from '#contract/events/event-draft.ts'
import type { CardEvent, Event } from '#contract/events/events.ts'
import { identifier, join, type Sql, sql } from '#server/lib/postgres/database.ts'

/** How the API answers a field: as it is stored, on cards too or with whole events alone, or by a rule in
 *  event-columns.sql.ts. The contract says which fields cards show. */
type Shown<Field> = Field extends keyof CardEvent
  ? 'card' | 'rule'
  : Field extends keyof Event
    ? 'whole' | 'rule'
    : never

/** Every field of a draft is a column of `events`, but the capacity, which is stored with the seats. */
export type ColumnsOf<Draft> = { [Field in Exclude<keyof Draft, 'max_attendee'>]: Shown<Field> }

/** The one list of an event's columns. Inserting, updating and selecting events go by it: where the contract has gained or
 *  lost a field, it does not compile until the list has too. */
export const draftColumns = {
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
  allowed_email_domains: 'whole',
  contact_email: 'whole',
  contact_phone: 'whole',
  website_url: 'whole',
  facebook_url: 'whole',
  twitter_url: 'whole',
  instagram_url: 'whole',
  other_url: 'whole',
} as const satisfies ColumnsOf<EventDraft>

type DraftColumns = typeof draftColumns
type Column = keyof DraftColumns
type ColumnShown<By> = { [Name in Column]: DraftColumns[Name] extends By ? Name : never }[Column]

const names = Object.keys(draftColumns) as Column[]

/** `event_name, description, …`, for INSERT; `draftValues` come in the same order. */
export const draftNames = join(names.map(identifier), ', ')

export function draftValues(draft: EventDraft): Sql {
  return join(
    names.map((name) => stored(draft, name)),
    ', ',
  )
}

/** The database's driver would make an array of SQL of a list. */
function stored(draft: EventDraft, name: Column) {
  return name === 'questions' ? JSON.stringify(draft.questions) : draft[name]
}

/** `event_name = …, description = …`, for UPDATE. */
export function draftChanges(draft: EventDraft): Sql {
  return join(
    names.map((name) => sql`${identifier(name)} = ${stored(draft, name)}`),
    ', ',
  )
}

/** The columns of a draft, for SELECT from `events e JOIN event_seats s`. */
export const draftAsStored = sql`${join(names.map(ofEvent), ', ')}, s.capacity AS max_attendee`

/** How many bytes the columns of a draft take as texts, all together. */
export const draftBytes = join(
  names.map((name) => sql`octet_length(${ofEvent(name)}::text)`),
  ' + ',
)

/** The columns of `events e` that are answered as they are stored. */
export function columnsShown<By extends 'card' | 'whole'>(by: By): Record<ColumnShown<By>, Sql> {
  const shown = names.filter((name) => draftColumns[name] === by).map((name) => [name, ofEvent(name)])
  return Object.fromEntries(shown)
}

function ofEvent(name: Column): Sql {
  return sql`e.${identifier(name)}`
}

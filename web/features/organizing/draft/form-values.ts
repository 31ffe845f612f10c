import { fromInput, isWithinYears } from '#contract/date-input.ts'
import { toInput } from '#contract/dates.ts'
import { type EventFields, withoutWhatDoesNotApply } from '#contract/events/event-fields.ts'
import type { Event } from '#contract/events/events.ts'
import type { EventChangeInput } from '#contract/events/own-events.ts'
import type { TicketType } from '#contract/events/ticket-types.ts'
import { placedAt } from '#web/lib/map/map.ts'
import { emptyForm, type FormField, type FormValues, TypedFields, type TypedType } from './form-schema.ts'

/** An event as form values. */
export function formValuesOf(event: Event): FormValues {
  const pin = placedAt(event)
  const known = (Object.keys(emptyForm) as FormField[]).map((field) => [field, event[field]])
  return {
    ...(Object.fromEntries(known) as FormValues),
    max_attendee: event.max_attendee ?? '',
    ticket_types: event.ticket_types.map(typedType),
    latitude: pin?.latitude ?? '',
    longitude: pin?.longitude ?? '',
    start_date_register: toInput(event.start_date_register),
    end_date_register: toInput(event.end_date_register),
    start_date_event: toInput(event.start_date_event),
    end_date_event: toInput(event.end_date_event),
    pass_on_until: toInput(event.pass_on_until ?? ''),
  }
}

/** A ticket type as form values. */
function typedType({ id, name, note, price, capacity, on_sale_from, on_sale_until, ...type }: TicketType): TypedType {
  const dates = { on_sale_from: toInput(on_sale_from ?? ''), on_sale_until: toInput(on_sale_until ?? '') }
  return {
    id,
    name,
    note,
    price,
    capacity: capacity ?? '',
    ...dates,
    is_closed: type.is_closed,
    is_hidden: type.is_hidden,
  }
}

/** Fields that only make sense together: if one changes, all are sent. */
const groups: FormField[][] = [
  ['address', 'latitude', 'longitude'],
  ['is_free', 'ticket_price'],
  ['promptpay_id', 'promptpay_name'],
]

const withGroups = (changed: FormField[]): FormField[] =>
  changed.flatMap((field) => groups.find((group) => group.includes(field)) ?? [field])

/** What differs from the published event. Kept alone on this device, it does not hide what others change meanwhile. */
export function changedValues(values: FormValues, published: FormValues): Partial<FormValues> {
  const fields = Object.keys(values) as FormField[]
  const changed = fields.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(published[field]))
  return Object.fromEntries(withGroups(changed).map((field) => [field, values[field]]))
}

/** The fields that were changed in the form, '' for a cleared one. The others are not sent, because someone else may have
 *  changed them while the form was open. `sentBefore` are the fields of a request whose answer was lost: they are sent again,
 *  because what the server has of them is not known. */
export function changesOf(typed: EventFields, event: Event, sentBefore: readonly string[] = []): EventChangeInput {
  const initial = withoutWhatDoesNotApply(formValuesOf(event))
  const isChanged = (field: FormField) =>
    JSON.stringify(typed[field]) !== JSON.stringify(TypedFields.shape[field].safeParse(initial[field]).data)
  const fields = Object.keys(emptyForm) as FormField[]
  const changed = fields.filter((field) => isChanged(field) || sentBefore.includes(field))
  // An unchanged date keeps its seconds, which the controls drop.
  const isStored = (field: FormField) => !isChanged(field) && typeof event[field] === 'string'
  return Object.fromEntries(withGroups(changed).map((field) => [field, (isStored(field) ? event : typed)[field] ?? '']))
}

/** In milliseconds. */
const defaultLength = 2 * 3_600_000

/** The dates that follow the event's start until they are typed. */
const followers = ['end_date_event', 'end_date_register'] as const
export type FollowingDate = (typeof followers)[number]

/** A new event: registration opens at `now` (milliseconds since 1970). The start stays empty, so that nobody
 *  publishes a default by accident. */
export function newForm(now: number): FormValues {
  return { ...emptyForm, start_date_register: toInput(new Date(now).toISOString()) }
}

/** A copy of an event without its dates. */
export function copyOf(event: Event, now: number): FormValues {
  const { start_date_register, end_date_register, start_date_event, end_date_event } = newForm(now)
  const copied = formValuesOf(event)
  const ticket_types = copied.ticket_types?.map(({ id, ...type }) => ({ ...type, on_sale_from: '', on_sale_until: '' }))
  return {
    ...copied,
    ticket_types,
    pass_on_until: '',
    start_date_register,
    end_date_register,
    start_date_event,
    end_date_event,
  }
}

/** The untyped dates once the event starts at `start`: the event ends two hours later, registration closes at the
 *  start. Nothing follows a date that is still being typed. */
export function followStart(start: string, typed: ReadonlySet<FollowingDate>): Partial<Record<FollowingDate, string>> {
  const instant = new Date(fromInput(start))
  if (Number.isNaN(instant.getTime()) || !isWithinYears(instant)) return {}
  const followed = {
    end_date_event: toInput(new Date(instant.getTime() + defaultLength).toISOString()),
    end_date_register: start,
  }
  return Object.fromEntries(followers.filter((date) => !typed.has(date)).map((date) => [date, followed[date]]))
}

/** The end of a published event once its start is typed: on another day, it moves by as many days. The clock time stays.
 *  Undefined for a date that is still being typed. */
export function movedEnd(
  start: string,
  published: Pick<FormValues, 'start_date_event' | 'end_date_event'>,
): string | undefined {
  if (!isWithinYears(new Date(fromInput(start)))) return
  const dayOf = (value: string) => Date.parse(`${value.slice(0, 10)}Z`)
  const end = Date.parse(fromInput(published.end_date_event)) + dayOf(start) - dayOf(published.start_date_event)
  return Number.isNaN(end) ? undefined : toInput(new Date(end).toISOString())
}

/** The typed dates of an opened draft: those that do not follow its start. */
export function typedDates(fields: Pick<FormValues, FollowingDate | 'start_date_event'>): Set<FollowingDate> {
  const followed = followStart(fields.start_date_event, new Set())
  return new Set(followers.filter((date) => fields[date] !== '' && fields[date] !== followed[date]))
}

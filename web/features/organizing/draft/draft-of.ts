import { toInput } from '#contract/dates.ts'
import type { EventDraft } from '#contract/events/event-draft.ts'
import type { Event } from '#contract/events/events.ts'
import { placedAt } from '#web/lib/map/map.ts'
import { type DraftField, type DraftValues, emptyDraft } from './draft-schema.ts'

/** An event as the form's controls hold it. */
export function draftOf(event: Event): DraftValues {
  const pin = placedAt(event)
  const known = (Object.keys(emptyDraft) as DraftField[]).map((field) => [field, event[field]])
  return {
    ...(Object.fromEntries(known) as DraftValues),
    max_attendee: event.max_attendee ?? '',
    latitude: pin?.latitude ?? '',
    longitude: pin?.longitude ?? '',
    start_date_register: toInput(event.start_date_register),
    end_date_register: toInput(event.end_date_register),
    start_date_event: toInput(event.start_date_event),
    end_date_event: toInput(event.end_date_event),
  }
}

/** Restores the exact dates that nobody changed: the controls drop their seconds. */
export function withUntouchedDates(typed: EventDraft, event: Event): EventDraft {
  const kept = (field: DateField) => (toInput(typed[field]) === toInput(event[field]) ? event[field] : typed[field])
  return {
    ...typed,
    start_date_register: kept('start_date_register'),
    end_date_register: kept('end_date_register'),
    start_date_event: kept('start_date_event'),
    end_date_event: kept('end_date_event'),
  }
}

type DateField = 'start_date_register' | 'end_date_register' | 'start_date_event' | 'end_date_event'

import { expect, test } from 'vitest'
import { EventFields, withoutWhatDoesNotApply } from '#contract/events/event-fields.ts'
import type { Event } from '#contract/events/events.ts'
import { type FormValues, formSchema } from './form-schema.ts'
import { changedValues, changesOf, followStart, formValuesOf, movedEnd, newForm, typedDates } from './form-values.ts'

const untouched = new Set<never>()

test('registration of a new event opens now; its start is empty', () => {
  expect(newForm(Date.parse('2026-11-21T11:30:42Z'))).toMatchObject({
    start_date_register: '2026-11-21T18:30',
    end_date_register: '',
    start_date_event: '',
    end_date_event: '',
  })
})

test('an event ends two hours after its start; registration closes at the start', () => {
  expect(followStart('2026-12-31T23:00', untouched)).toEqual({
    end_date_event: '2027-01-01T01:00',
    end_date_register: '2026-12-31T23:00',
  })
})

test('a typed date does not follow', () => {
  expect(followStart('2026-12-05T18:00', new Set(['end_date_event']))).toEqual({
    end_date_register: '2026-12-05T18:00',
  })
  expect(followStart('2026-12-05T18:00', new Set(['end_date_event', 'end_date_register']))).toEqual({})
})

test('nothing follows a start that is cleared or still being typed', () => {
  expect(followStart('', untouched)).toEqual({})
  expect(followStart('0202-12-05T18:00', untouched)).toEqual({})
})

test('in an opened draft dates that do not follow the start count as typed', () => {
  const start_date_event = '2026-12-05T18:00'

  expect(
    typedDates({ start_date_event, end_date_event: '2026-12-05T20:00', end_date_register: '2026-12-04T12:00' }),
  ).toEqual(new Set(['end_date_register']))
  expect(typedDates({ start_date_event: '', end_date_event: '', end_date_register: '' })).toEqual(untouched)
})

test('a published event that starts on another day ends as many days later', () => {
  const published = { start_date_event: '2026-11-28T19:00', end_date_event: '2026-11-29T01:00' }

  expect(movedEnd('2026-12-30T19:00', published)).toBe('2026-12-31T01:00')
  expect(movedEnd('2026-11-26T18:30', published)).toBe('2026-11-27T01:00')
  expect(movedEnd('2026-11-28T18:30', published)).toBe('2026-11-29T01:00')
  expect(movedEnd('', published)).toBeUndefined()
  expect(movedEnd('0202-11-28T19:00', published)).toBeUndefined()
})

const market = EventFields.parse({
  event_name: 'Night market',
  description: 'Food and music.',
  detailed_description: 'Forty stalls.',
  address: 'Sathorn Pier',
  latitude: 13.7201,
  longitude: 100.5143,
  start_date_register: '2026-11-01T02:00:30Z',
  end_date_register: '2026-12-05T11:00:30Z',
  start_date_event: '2026-12-05T11:00:30Z',
  end_date_event: '2026-12-05T14:00:45Z',
  ticket_types: [{ id: 7, name: 'Student', price: 50, capacity: 20 }],
  ticket_price: 50,
  is_free: false,
  promptpay_id: '0812345678',
  max_attendee: 30,
  max_party: 4,
  pass_on_until: '2026-12-04T11:00:30Z',
  questions: [{ id: 'diet', kind: 'short', text: 'Diet?' }],
}) as Event

/** What is sent after `change` was typed into the form of the event. */
function sentFor(change: Partial<FormValues>, sentBefore: string[] = []) {
  const initial = formValuesOf(market)
  const typed = formSchema(initial).parse(withoutWhatDoesNotApply({ ...initial, ...change }))
  return changesOf(typed, market, sentBefore)
}

test('an edit sends only what was changed, so that it does not undo what others have saved meanwhile', () => {
  expect(sentFor({})).toEqual({})
  expect(sentFor({ description: 'Food.' })).toEqual({ description: 'Food.' })
  expect(sentFor({ max_attendee: '', pass_on_until: '' })).toEqual({ max_attendee: '', pass_on_until: '' })
})

test('an edit kept on this device hides no changes that others have made to other fields meanwhile', () => {
  const published = formValuesOf(market)
  const kept = changedValues({ ...published, event_name: 'Day market', address: 'Lumphini Park' }, published)
  const now = formValuesOf({ ...market, event_name: 'Fair', description: 'Music.', latitude: 1, longitude: 2 })

  const { event_name, description, address, latitude, longitude } = { ...now, ...kept }

  expect({ event_name, description, address }).toEqual({
    event_name: 'Day market',
    description: 'Music.',
    address: 'Lumphini Park',
  })
  expect([latitude, longitude]).toEqual([published.latitude, published.longitude])
  expect(changedValues(published, published)).toEqual({})
})

test('what is one thing is sent whole, and what did not change of it as it is stored', () => {
  const { latitude, longitude } = market

  expect(sentFor({ address: 'Lumphini Park' })).toEqual({ address: 'Lumphini Park', latitude, longitude })
})

test('an edit sends one date alone, and what was taken back after a lost answer as it was', () => {
  expect(sentFor({ start_date_event: '2026-12-05T19:00' })).toEqual({ start_date_event: '2026-12-05T12:00:00.000Z' })
  expect(sentFor({}, ['end_date_event'])).toEqual({ end_date_event: market.end_date_event })
})

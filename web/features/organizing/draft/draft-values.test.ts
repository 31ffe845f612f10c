import { expect, test } from 'vitest'
import { followStart, movedEnd, newDraft, typedDates } from './draft-values.ts'

const untouched = new Set<never>()

test('registration of a new event opens now; its start is empty', () => {
  expect(newDraft(Date.parse('2026-11-21T11:30:42Z'))).toMatchObject({
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

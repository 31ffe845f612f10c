import { expect, test } from 'vitest'
import { emptyForm, type FormValues, formSchema } from './form-schema.ts'

const year = new Date().getFullYear() + 1

const filled: FormValues = {
  ...emptyForm,
  event_name: 'งานรวมพล',
  description: 'Talks and food.',
  detailed_description: 'Two talks.',
  address: 'Sathorn Pier',
  start_date_register: `${year}-01-01T09:00`,
  end_date_register: `${year}-02-01T09:00`,
  start_date_event: `${year}-02-02T18:30`,
  end_date_event: `${year}-02-02T21:00`,
}

const problemsOf = (values: FormValues, initial: FormValues = emptyForm) =>
  formSchema(initial)
    .safeParse(values)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('dates are typed in Bangkok time and sent as instants', () => {
  const fields = formSchema(emptyForm).parse(filled)

  expect(fields.start_date_event).toBe(`${year}-02-02T11:30:00.000Z`)
  expect(fields.max_attendee).toBeNull()
  expect(fields.latitude).toBeCloseTo(13.7563)
})

test('given dates are compared even if other fields are wrong', () => {
  const backwards = { ...filled, event_name: '', end_date_event: filled.start_date_event }

  expect(problemsOf(backwards)).toEqual([
    'event_name: Event name is required.',
    'end_date_event: The event must end after it starts.',
  ])
  expect(problemsOf({ ...backwards, start_date_register: '' })).toEqual([
    'event_name: Event name is required.',
    'start_date_register: Registration opening is required.',
    'end_date_event: The event must end after it starts.',
  ])
  const unset = { ...filled, start_date_event: '', end_date_event: '', end_date_register: `${year - 1}-12-31T09:00` }
  expect(problemsOf(unset)).toEqual([
    'start_date_event: Event start is required.',
    'end_date_event: Event end is required.',
    'end_date_register: Registration must close after it opens.',
  ])
})

test('a date in a past year is refused unless the event already has it', () => {
  const past = { ...filled, start_date_register: '2019-01-01T09:00' }

  expect(problemsOf(past)).toEqual([expect.stringMatching(/^start_date_register: .* between this year/)])
  expect(problemsOf(past, past)).toEqual([])
})

test('a year that is still being typed is out of range', () => {
  expect(problemsOf({ ...filled, start_date_register: '0002-01-01T09:00' })).toEqual([
    'start_date_register: Registration opening must lie between the years 1900 and 2200.',
  ])
})

test('numbers may be in Thai digits, but not in other notations', () => {
  const fields = formSchema(emptyForm).parse({ ...filled, is_free: false, ticket_price: '๑๙๙.๕๐', max_attendee: '๕๐' })

  expect(fields).toMatchObject({ ticket_price: 199.5, max_attendee: 50 })
  expect(problemsOf({ ...filled, max_attendee: '1e3' })).toEqual(['max_attendee: Write the number with digits only.'])
})

test('an event in person needs an address unless it is to be announced', () => {
  const nowhere = { ...filled, address: ' ' }
  const problem = 'address: Address is required, unless the place is to be announced.'

  expect(problemsOf(nowhere)).toEqual([problem])
  expect(problemsOf({ ...nowhere, event_name: '' })).toEqual(['event_name: Event name is required.', problem])
  expect(problemsOf({ ...nowhere, place_to_be_announced: true })).toEqual([])
  expect(problemsOf({ ...nowhere, is_online: true })).toEqual([])
  // Published before it was asked for: everything else of it can still be corrected.
  expect(problemsOf(nowhere, { ...nowhere, address: '' })).toEqual([])
  expect(problemsOf(nowhere, filled)).toEqual([problem])
})

test('an event that is not free needs a price, of its own or of its ticket types', () => {
  const unpriced = { ...filled, is_free: false }
  const problem = 'ticket_price: Enter a price, or turn on Free event.'

  expect(problemsOf(unpriced)).toEqual([problem])
  expect(problemsOf({ ...unpriced, event_name: '', ticket_price: 0 })).toEqual([
    'event_name: Event name is required.',
    problem,
  ])
  expect(problemsOf({ ...unpriced, ticket_price: '1e3' })).toEqual(['ticket_price: Write the number with digits only.'])
  const types = [{ name: 'Regular', price: 100, capacity: '' }]
  expect(problemsOf({ ...unpriced, ticket_types: types })).toEqual([])
  // Published with the price 0 by another program: everything else of it can still be corrected.
  expect(problemsOf(unpriced, { ...unpriced, ticket_price: 0 })).toEqual([])
  expect(problemsOf(unpriced, { ...unpriced, ticket_price: 90 })).toEqual([problem])
})

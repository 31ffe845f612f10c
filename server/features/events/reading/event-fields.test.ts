import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { eventDraft } from '#server/testing/event-draft.ts'

const create = '/api/events/create-event'

test.each([
  ['max_attendee', 'many'],
  ['max_attendee', 'Infinity'],
  ['max_attendee', '0x10'],
  ['max_attendee', '0b1'],
  ['max_attendee', '1e3'],
  ['max_attendee', '1_000'],
  ['max_attendee', '+5'],
  ['ticket_price', '1,250'],
  ['ticket_price', '1e2'],
  ['ticket_price', '.5'],
  ['expected_price', '0x10'],
  ['min_age_requirement', '?'],
  ['min_age_requirement', '1 8'],
  ['latitude', '0xD'],
  ['longitude', '1e2'],
])('a %s of "%s" is told to be no number', async (field, typed) => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, {
    ...eventDraft(clock.now, { is_free: false }),
    [field]: typed,
  })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toEqual([
    { loc: ['body', field], msg: 'Write the number with digits only.', type: expect.any(String) },
  ])
})

test.each([
  ['max_attendee', '50', 50],
  ['max_attendee', ' ๑๒๐ ', 120],
  ['max_attendee', 50, 50],
  ['ticket_price', '๑๙๙.๕๐', 199.5],
  ['ticket_price', '0199.07', 199.07],
  ['min_age_requirement', '18', 18],
  ['latitude', '-33.8688', -33.8688],
  ['longitude', '+100.5018', 100.5018],
])('a %s of "%s" is a number, in Thai digits too', async (field, typed, number) => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, {
    ...eventDraft(clock.now, { is_free: false }),
    [field]: typed,
  })

  expect(reply.json()).toMatchObject({ [field]: number })
})

test.each([
  ['max_attendee', '12.5', 'Must be a whole number.'],
  ['max_attendee', '-1', 'May not be below 0.'],
  ['max_attendee', '9'.repeat(40), 'This limit is too high.'],
  ['ticket_price', '10.005', 'Use at most two decimals.'],
  ['ticket_price', 10.005, 'Use at most two decimals.'],
  ['payment_words', 'ก'.repeat(301), 'Use at most 300 characters.'],
  ['ticket_price', '9'.repeat(40), 'This price is too high.'],
])('a %s of %s is refused in words of its own', async (field, typed, words) => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, {
    ...eventDraft(clock.now, { is_free: false }),
    [field]: typed,
  })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', field], msg: words }])
})

test.each([
  ['promptpay_invalid', { promptpay_id: '081234567' }],
  ['promptpay_invalid', { promptpay_id: '12345678901234' }],
  ['payment_time_invalid', { promptpay_id: '0812345678', payment_minutes: 9 }],
  ['payment_time_invalid', { promptpay_id: '0812345678', payment_minutes: 10_081 }],
  ['date_past', { start_date_register: '2024-05-01T10:00:00Z' }],
  ['invalid_fields', { end_date_event: '2190-05-01T10:00:00Z' }],
  ['invalid_fields', { promptpay_id: '1', payment_minutes: 9 }],
])('%s is the code of what is wrong with %o, which is told at its field', async (code, given) => {
  const { as, addOrganizer, clock } = await startApp()
  const priced = { is_free: false, ticket_price: 90 }

  const reply = await as(await addOrganizer()).post(create, eventDraft(clock.now, { ...priced, ...given }))

  expect(reply.statusCode).toBe(422)
  expect(reply.json().code).toBe(code)
  const told = reply.json().detail.map(({ loc }: { loc: string[] }) => loc[1])
  expect(Object.keys(given)).toEqual(expect.arrayContaining(told))
})

test('blanks are no number either: they mean that nothing was given', async () => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, eventDraft(clock.now, { latitude: ' ', max_attendee: ' ' }))

  expect(reply.json()).toMatchObject({ latitude: 13.7563, max_attendee: null })
})

test('what is listed twice is stored once', async () => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(
    create,
    eventDraft(clock.now, { tags: 'music, river,music,,river' }),
  )

  expect(reply.json().tags).toBe('music,river')
})

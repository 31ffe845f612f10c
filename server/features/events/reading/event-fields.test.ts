import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { eventDraft } from '#server/testing/event-draft.ts'

const create = '/api/events/create-event'

test.each([
  ['max_attendee', 'many'],
  ['max_attendee', 'Infinity'],
  ['ticket_price', '1,250'],
  ['min_age_requirement', '?'],
])('a %s of "%s" is told to be no number', async (field, typed) => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, {
    ...eventDraft(clock.now, { is_free: false }),
    [field]: typed,
  })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toEqual([{ loc: ['body', field], msg: 'Must be a number.', type: expect.any(String) }])
})

test('blanks are no number either: they mean that nothing was given', async () => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(create, eventDraft(clock.now, { latitude: ' ', max_attendee: ' ' }))

  expect(reply.json()).toMatchObject({ latitude: 13.7563, max_attendee: null })
})

test('what is listed twice is kept once', async () => {
  const { as, addOrganizer, clock } = await startApp()

  const reply = await as(await addOrganizer()).post(
    create,
    eventDraft(clock.now, { tags: 'music, river,music,,river' }),
  )

  expect(reply.json().tags).toBe('music,river')
})

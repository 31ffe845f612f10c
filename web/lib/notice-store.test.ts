import { beforeEach, expect, test } from 'vitest'
import { ageNotices, dismissNotice, notify, readNotices } from './notice-store.ts'

const texts = () => readNotices().map(({ text }) => text)

beforeEach(() => {
  for (const { id } of readNotices()) dismissNotice(id)
})

test('a notice stays over the navigation that follows and goes with the next one', () => {
  notify.success('Event created successfully!')

  ageNotices()
  expect(texts()).toEqual(['Event created successfully!'])

  ageNotices()
  expect(texts()).toEqual([])
})

test('what happened last takes the place of what was said before', () => {
  notify.success('Event applied successfully!')
  notify.failure('This event is full.')

  expect(texts()).toEqual(['This event is full.'])
})

test('a notice that is dismissed is gone', () => {
  notify.failure('This event is full.')
  dismissNotice(readNotices()[0]?.id ?? '')

  expect(texts()).toEqual([])
})

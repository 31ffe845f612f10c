import { expect, test } from 'vitest'
import { type Covered, coverOf, coverTones, signOf } from './cover.ts'

const event: Covered = { id: 7, category: 'CONCERT', event_name: 'Riverside Night Market' }

test('a cover is the same every time', () => {
  expect(coverOf(event)).toEqual(coverOf({ ...event }))
})

test('events that were made one after the other have covers of different colours', () => {
  const tones = Array.from({ length: coverTones }, (_, place) => coverOf({ ...event, id: 100 + place }).tone)

  expect(new Set(tones).size).toBe(coverTones)
})

test('categories have shapes of their own, and events of one category are arranged differently', () => {
  const paths = (given: Partial<Covered>) => JSON.stringify(coverOf({ ...event, ...given }).parts)
  const categories = ['CONFERENCE', 'WORKSHOP', 'SEMINAR', 'NETWORKING', 'CONCERT', 'OTHER'] as const

  expect(new Set(categories.map((category) => paths({ category }))).size).toBe(categories.length)
  expect(paths({ id: 8 })).not.toBe(paths({ id: 7 }))
})

test.each([
  ['Riverside Night Market', 'R'],
  ['“jazz” after dark', 'J'],
  ['10K run', '1'],
  ['ค่ำคืนหนังกลางแปลง', 'ค'],
  ['เสวนาวิชาการ', 'ส'],
  ['🎉 น้ำใจ', 'น'],
  ['E\u0301t\u00e9', 'É'],
  ['ßtraße', 'ß'],
  ['夜市', '夜'],
  ['!!!', ''],
])('the sign of %s is %s', (title, sign) => {
  expect(signOf(title)).toBe(sign)
})

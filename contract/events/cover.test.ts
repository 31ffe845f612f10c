import { expect, test } from 'vitest'
import { Category } from '#contract/events/events.schemas.ts'
import { type Cover, type Covered, coverOf, signOf } from './cover.ts'

const event: Covered = { id: 7, category: 'CONCERT', event_name: 'Riverside Night Market' }

const categories = Category.options

/** The shapes of a cover, without their positions. */
function kindOf({ parts }: Cover): string {
  const commands = [...new Set(parts.flatMap(([, path]) => path.match(/[a-zA-Z]/g) ?? []))].sort()
  return [...parts.map(([paint]) => paint), ...commands].join(' ')
}

test('a cover is the same every time', () => {
  expect(coverOf(event)).toEqual(coverOf({ ...event }))
})

test.each(categories)('twelve consecutive events of %s differ in shape or colour', (category) => {
  const covers = Array.from({ length: 12 }, (_, place) => coverOf({ ...event, category, id: 100 + place }))
  const looks = covers.map((cover) => `${cover.tone} ${kindOf(cover)}`)

  expect(new Set(covers.slice(0, 7).map(kindOf)).size).toBe(7)
  expect(new Set(looks).size).toBe(12)
})

test('each category has its own colours, and shapes of one kind vary', () => {
  const tonesOf = (category: Category) =>
    [...new Set(Array.from({ length: 42 }, (_, id) => coverOf({ ...event, category, id }).tone))].sort().join()
  const partsOf = (id: number) => JSON.stringify(coverOf({ ...event, id }).parts)

  expect(new Set(categories.map(tonesOf)).size).toBe(categories.length)
  expect(tonesOf('OTHER').split(',')).toHaveLength(6)
  expect(partsOf(7)).not.toBe(partsOf(14))
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

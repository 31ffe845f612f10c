import { expect, test } from 'vitest'
import { NearPoint } from '#contract/events/event-list.schemas.ts'
import { kilometresBetween, nearText } from '#contract/events/event-list.ts'
import { distanceText } from './event-list.tsx'

const bangkok = { latitude: 13.7563, longitude: 100.5018 }

test('distances are great-circle, even across the date line or a pole', () => {
  const between = (one: [number, number], other: [number, number]) =>
    Math.round(kilometresBetween({ latitude: one[0], longitude: one[1] }, { latitude: other[0], longitude: other[1] }))

  expect(kilometresBetween(bangkok, bangkok)).toBe(0)
  expect(between([13.7563, 100.5018], [18.7883, 98.9853])).toBe(582)
  expect(between([0, 179.5], [0, -179.5])).toBe(111)
  expect(between([89, 0], [89, 180])).toBe(222)
  expect(between([90, 0], [-90, 0])).toBe(20015)
})

test("distances are only as precise as the viewer's position", () => {
  expect([0, 0.99, 1, 1.24, 9.94, 9.96, 583.4, 12_345].map(distanceText)).toEqual([
    'Less than 1 km away',
    'Less than 1 km away',
    '1.0 km away',
    '1.2 km away',
    '9.9 km away',
    '10 km away',
    '583 km away',
    '12,345 km away',
  ])
})

test('a position is rounded to two decimals before it is sent', () => {
  expect(nearText({ latitude: 13.756331, longitude: -0.001 })).toBe('13.76,0.00')
  expect(NearPoint.parse('13.756331,100.501765')).toBe('13.76,100.50')
})

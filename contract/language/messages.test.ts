import { expect, test } from 'vitest'
import { counted, fill, listOf } from './messages.ts'

test('placeholders are replaced, and values are not searched for more', () => {
  expect(fill('{name} has {count} seats', { name: '{count}', count: 3 })).toBe('{count} has 3 seats')
})

test('a dollar sign in a value stays as it is', () => {
  expect(fill('for {name}', { name: '$&' })).toBe('for $&')
})

test('English has one form for one and another for all other numbers, Thai has one for all', () => {
  const seats = (count: number) => counted(count, '{count} seat', '{count} seats')

  expect([0, 1, 2, 1_250].map(seats)).toEqual(['0 seats', '1 seat', '2 seats', '1,250 seats'])
  expect(counted(1, '', '{count} ที่', {}, 'th')).toBe('1 ที่')
})

test('a Thai list keeps names with spaces apart', () => {
  const names = ['มาลี สุขสันต์', 'อนันต์ ใจดี', 'ชัย']

  expect(listOf(names, 'conjunction', 'th')).toBe('มาลี สุขสันต์, อนันต์ ใจดี และ ชัย')
  expect(listOf(names.slice(1), 'disjunction', 'th')).toBe('อนันต์ ใจดี หรือ ชัย')
  expect(listOf(['ชัย'], 'conjunction', 'th')).toBe('ชัย')
  expect(listOf(['Malee', 'Anan', 'Chai'])).toBe('Malee, Anan, and Chai')
})

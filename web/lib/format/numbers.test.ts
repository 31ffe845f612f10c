import { expect, test } from 'vitest'
import { exactBaht, formatNumber, plural, price } from './numbers.ts'

test('a free event, or one with a price of 0, is Free', () => {
  expect(price({ is_free: true, ticket_price: 300 })).toBe('Free')
  expect(price({ is_free: false, ticket_price: 0 })).toBe('Free')
})

test('a price ends with the baht sign and shows satang only if there are any', () => {
  expect(price({ is_free: false, ticket_price: 1250 })).toBe('1,250฿')
  expect(price({ is_free: false, ticket_price: 99.5 })).toBe('99.50฿')
})

test.each([
  [25_050, '250.50'],
  [125_005, '1,250.05'],
  [1_000_000_000, '10,000,000.00'],
])('%i satang are %s baht', (satang, baht) => {
  expect(exactBaht(satang)).toBe(baht)
})

test('large numbers have separators, and nouns agree with their count', () => {
  expect(formatNumber(1_250)).toBe('1,250')
  expect(plural(1, 'reply', 'replies')).toBe('1 reply')
  expect(plural(1_250, 'reply', 'replies')).toBe('1,250 replies')
  expect(plural(0, 'like')).toBe('0 likes')
})

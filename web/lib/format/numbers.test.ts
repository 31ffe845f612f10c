import { expect, test } from 'vitest'
import { exactBaht } from '#contract/numbers.ts'
import { formatNumber, price, reductionText } from './numbers.ts'

test('a free event, or one with a price of 0, is Free', () => {
  expect(price({ is_free: true, ticket_price: 300 })).toBe('Free')
  expect(price({ is_free: false, ticket_price: 0 })).toBe('Free')
})

test('a price ends with the baht sign and shows satang only if there are any', () => {
  expect(price({ is_free: false, ticket_price: 1250 })).toBe('1,250฿')
  expect(price({ is_free: false, ticket_price: 99.5 })).toBe('99.50฿')
})

test.each([
  [{ is_free: true, ticket_price: 300 }, 'Free', 'ฟรี'],
  [{ is_free: false, ticket_price: 490 }, '490฿', '฿490'],
  [{ is_free: false, ticket_price: 1250.5 }, '1,250.50฿', '฿1,250.50'],
  [{ is_free: false, ticket_price: 490, highest_ticket_price: 900 }, 'From 490฿', 'เริ่มต้น ฿490'],
  [{ is_free: true, ticket_price: 0, highest_ticket_price: 900 }, 'Free and up', 'เริ่มต้นฟรี'],
])('%o is written %s, in Thai %s', (priced, english, thai) => {
  expect(price(priced)).toBe(english)
  expect(price(priced, 'th')).toBe(thai)
})

test.each([
  [{ percent: 20, baht: null }, '20% off', 'ลด 20%'],
  [{ percent: 100, baht: null }, 'Free', 'ฟรี'],
  [{ percent: null, baht: 100 }, '100฿ off', 'ลด ฿100'],
  [{ percent: null, baht: null }, '', ''],
])('%o is %j, in Thai %j', (reduction, english, thai) => {
  expect(reductionText(reduction)).toBe(english)
  expect(reductionText(reduction, 'th')).toBe(thai)
})

test.each([
  [25_050, '250.50'],
  [125_005, '1,250.05'],
  [1_000_000_000, '10,000,000.00'],
])('%i satang are %s baht', (satang, baht) => {
  expect(exactBaht(satang)).toBe(baht)
})

test('large numbers have separators', () => {
  expect(formatNumber(1_250)).toBe('1,250')
})

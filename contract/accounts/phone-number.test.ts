import { expect, test } from 'vitest'
import { PhoneNumber, phoneDigits } from './phone-number.ts'

test.each([
  '0812345678',
  ' 081 234 5678 ',
  '081-234-5678',
  '081\u2011234\u20115678',
  '(081) 234.5678',
  '+66812345678',
  '+66 81 234 5678',
  '+66 (0)81-234-5678',
  '66812345678',
  '0066 81 234 5678',
  '๐๘๑-๒๓๔-๕๖๗๘',
  '+๖๖ ๘๑ ๒๓๔ ๕๖๗๘',
  '\uFF0B66 81 234 5678',
  '\u202A+66 81 234 5678\u202C',
])('%j is the number 0812345678', (written) => {
  expect(phoneDigits(written)).toBe('0812345678')
  expect(PhoneNumber.parse(written)).toBe('0812345678')
})

test('a ten-digit number that begins with 66 has no country code', () => {
  expect(phoneDigits('6612345678')).toBe('6612345678')
})

test.each([
  '081234567',
  '08123456789',
  '+66 2 123 4567',
  '+1 212 555 0123',
  '+0812345678',
  '081234567x',
  '08/12345678',
])('%j is not a ten-digit phone number', (written) => {
  expect(phoneDigits(written)).toBeNull()
  expect(PhoneNumber.safeParse(written).error?.issues).toMatchObject([{ message: 'Must only be 10 digits' }])
})

test('a blank phone number is reported as required', () => {
  expect(PhoneNumber.safeParse('  ').error?.issues).toMatchObject([{ message: 'Phone number is required.' }])
})

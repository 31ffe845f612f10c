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

test('a number that begins like the code of Thailand and has ten digits is that number', () => {
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
])('%j is no phone number of ten digits', (written) => {
  expect(phoneDigits(written)).toBeNull()
  expect(PhoneNumber.safeParse(written).error?.issues).toMatchObject([{ message: 'Must only be 10 digits' }])
})

test('a phone number that is left blank is asked for', () => {
  expect(PhoneNumber.safeParse('  ').error?.issues).toMatchObject([{ message: 'Phone number is required.' }])
})

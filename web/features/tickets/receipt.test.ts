import { expect, test } from 'vitest'
import { amountInWords } from './receipt.tsx'

test.each([
  [100, 'One baht only'],
  [1, 'Zero baht and one satang'],
  [25_050, 'Two hundred fifty baht and fifty satang'],
  [1_900, 'Nineteen baht only'],
  [4_221, 'Forty-two baht and twenty-one satang'],
  [100_000, 'One thousand baht only'],
  [101_100, 'One thousand eleven baht only'],
  [1_000_000_000, 'Ten million baht only'],
  [
    99_999_999_999,
    'Nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine baht and ninety-nine satang',
  ],
])('%i satang are written as %s', (satang, words) => {
  expect(amountInWords(satang)).toBe(words)
})

test.each([
  [0, 'ศูนย์บาทถ้วน'],
  [1, 'หนึ่งสตางค์'],
  [50, 'ห้าสิบสตางค์'],
  [100, 'หนึ่งบาทถ้วน'],
  [1_000, 'สิบบาทถ้วน'],
  [1_100, 'สิบเอ็ดบาทถ้วน'],
  [1_200, 'สิบสองบาทถ้วน'],
  [2_000, 'ยี่สิบบาทถ้วน'],
  [2_100, 'ยี่สิบเอ็ดบาทถ้วน'],
  [9_100, 'เก้าสิบเอ็ดบาทถ้วน'],
  [10_000, 'หนึ่งร้อยบาทถ้วน'],
  [10_100, 'หนึ่งร้อยเอ็ดบาทถ้วน'],
  [11_000, 'หนึ่งร้อยสิบบาทถ้วน'],
  [11_100, 'หนึ่งร้อยสิบเอ็ดบาทถ้วน'],
  [12_000, 'หนึ่งร้อยยี่สิบบาทถ้วน'],
  [25_000, 'สองร้อยห้าสิบบาทถ้วน'],
  [25_021, 'สองร้อยห้าสิบบาทยี่สิบเอ็ดสตางค์'],
  [100_100, 'หนึ่งพันเอ็ดบาทถ้วน'],
  [2_222_200, 'สองหมื่นสองพันสองร้อยยี่สิบสองบาทถ้วน'],
  [10_000_001, 'หนึ่งแสนบาทหนึ่งสตางค์'],
  [100_000_000, 'หนึ่งล้านบาทถ้วน'],
  [100_000_100, 'หนึ่งล้านเอ็ดบาทถ้วน'],
  [1_100_000_000, 'สิบเอ็ดล้านบาทถ้วน'],
  [2_102_000_000, 'ยี่สิบเอ็ดล้านสองหมื่นบาทถ้วน'],
  [10_100_000_000, 'หนึ่งร้อยเอ็ดล้านบาทถ้วน'],
  [99_999_999_999, 'เก้าร้อยเก้าสิบเก้าล้านเก้าแสนเก้าหมื่นเก้าพันเก้าร้อยเก้าสิบเก้าบาทเก้าสิบเก้าสตางค์'],
])('%i satang are written in Thai as %s', (satang, words) => {
  expect(amountInWords(satang, 'th')).toBe(words)
})

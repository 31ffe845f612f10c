import { expect, test } from 'vitest'
import { amountInWords } from './amount-words.ts'

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

import { anyId } from 'promptparse/validate'
import { expect, test } from 'vitest'
import { promptPayCode } from './promptpay.ts'

test.each([
  ['0812345678', 'MSISDN', '0812345678'],
  ['1234567890123', 'NATID', '1234567890123'],
  ['123456789012345', 'EWALLETID', '123456789012345'],
])('%s is paid as %s', (id, type, target) => {
  expect(anyId(promptPayCode(id, 25_000))).toEqual({ type, target, amount: 250 })
})

test.each([
  [1, '54040.01'],
  [29, '54040.29'],
  [435, '54044.35'],
  [100_000_010, '54101000000.10'],
  [999_999_999, '54109999999.99'],
])('%i satang are written exactly', (satang, tag) => {
  expect(promptPayCode('0812345678', satang)).toContain(`5802TH${tag}6304`)
})

test.each([0, -1, 0.5, Number.NaN])('%d satang is not a payable amount', (satang) => {
  expect(() => promptPayCode('0812345678', satang)).toThrow('cannot be paid')
})

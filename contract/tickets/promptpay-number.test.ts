import { expect, test } from 'vitest'
import { PromptPayId } from '#contract/events/event-fields.ts'
import { grouped, receiverName } from './promptpay-number.ts'

test.each([
  ['0812345678', '081-234-5678', 'PromptPay phone number'],
  ['1234567890123', '1-2345-67890-12-3', 'PromptPay national or tax ID'],
  ['123456789012345', '123-4567-8901-2345', 'PromptPay e-wallet'],
])('the receiver %s is shown as %s with its kind, %s', (receiver, shown, kind) => {
  expect(grouped(receiver)).toBe(shown)
  expect(receiverName(receiver)).toBe(kind)
})

test.each([
  ['+66 81 234 5678', '0812345678'],
  ['+66 (0)81-234-5678', '0812345678'],
  ['081 234 5678', '0812345678'],
  // A tax ID that looks like a phone number with country code.
  ['0066812345678', '0066812345678'],
])('the receiver %s is stored as %s', (written, stored) => {
  expect(PromptPayId.parse(written)).toBe(stored)
})

test.each(['+66 81 234 567', '+65 8123 4567', '1234567890', '+1101700207030'])(
  '%s is not a valid receiver',
  (written) => {
    expect(PromptPayId.safeParse(written).success).toBe(false)
  },
)

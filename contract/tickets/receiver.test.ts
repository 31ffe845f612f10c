import { expect, test } from 'vitest'
import { grouped, receiverName } from './receiver.ts'

test.each([
  ['0812345678', '081-234-5678', 'PromptPay phone number'],
  ['1234567890123', '1-2345-67890-12-3', 'PromptPay national or tax ID'],
  ['123456789012345', '123-4567-8901-2345', 'PromptPay e-wallet'],
])('the receiver %s is grouped to be read, and told by its kind: %s', (receiver, shown, kind) => {
  expect(grouped(receiver)).toBe(shown)
  expect(receiverName(receiver)).toBe(kind)
})

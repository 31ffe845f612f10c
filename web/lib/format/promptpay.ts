import { anyId } from 'promptparse/generate'

/**
 * The text of a QR code with which banking apps pay `satang`, a whole number above 0, to a PromptPay receiver: a phone
 * number of 10 digits, a national or tax ID of 13, or an e-wallet number of 15 (EMVCo, tag 29).
 */
export function promptPayCode(promptpayId: string, satang: number): string {
  if (!Number.isSafeInteger(satang) || satang <= 0) throw new Error(`${satang} satang cannot be paid`)
  const type = receiverTypes[promptpayId.length]
  if (type === undefined) throw new Error('a PromptPay number has 10, 13 or 15 digits')
  // The library writes two decimals, which is exact for any realistic price.
  return anyId({ type, target: promptpayId, amount: satang / 100 })
}

const receiverTypes: Record<number, 'MSISDN' | 'NATID' | 'EWALLETID'> = { 10: 'MSISDN', 13: 'NATID', 15: 'EWALLETID' }

import * as m from '#messages/promptpay.json'

const groups: Record<number, number[]> = { 10: [3, 3, 4], 13: [1, 4, 5, 2, 1], 15: [3, 4, 4, 4] }

const names: Record<number, string> = {
  10: m.phone,
  13: m.nationalId,
  15: m.eWallet,
}

/** A receiver or phone number in groups of digits: '081-234-5678'. */
export function grouped(receiver: string): string {
  const parts: string[] = []
  for (const length of groups[receiver.length] ?? []) {
    const at = parts.join('').length
    parts.push(receiver.slice(at, at + length))
  }
  return parts.join('-') || receiver
}

/** The kind of number, by its length. */
export function receiverName(receiver: string): string {
  return names[receiver.length] ?? m.number
}

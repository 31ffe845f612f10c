const groups: Record<number, number[]> = { 10: [3, 3, 4], 13: [1, 4, 5, 2, 1], 15: [3, 4, 4, 4] }

const names: Record<number, string> = {
  10: 'PromptPay phone number',
  13: 'PromptPay national or tax ID',
  15: 'PromptPay e-wallet',
}

/** The digits of a receiver, or of a phone number, as people read them: '081-234-5678'. */
export function grouped(receiver: string): string {
  const parts: string[] = []
  for (const length of groups[receiver.length] ?? []) {
    const at = parts.join('').length
    parts.push(receiver.slice(at, at + length))
  }
  return parts.join('-') || receiver
}

/** What kind of number it is, by its digits. */
export function receiverName(receiver: string): string {
  return names[receiver.length] ?? 'PromptPay number'
}

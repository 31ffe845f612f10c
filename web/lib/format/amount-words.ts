const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales: [number, string][] = [
  [1_000_000, 'million'],
  [1_000, 'thousand'],
]

/** 'Two hundred fifty baht and fifty satang', as on receipts. `satang` is a whole number below 100,000,000,000. */
export function amountInWords(satang: number): string {
  const baht = Math.floor(satang / 100)
  const rest = satang % 100
  const whole = inWords(baht)
  const words = rest === 0 ? `${whole} baht only` : `${whole} baht and ${inWords(rest)} satang`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** For whole numbers below 1,000,000,000. */
function inWords(number: number): string {
  for (const [size, name] of scales) {
    if (number < size) continue
    const rest = number % size
    const head = `${inWords(Math.floor(number / size))} ${name}`
    return rest === 0 ? head : `${head} ${inWords(rest)}`
  }
  if (number >= 100) {
    const rest = number % 100
    const head = `${small[Math.floor(number / 100)]} hundred`
    return rest === 0 ? head : `${head} ${inWords(rest)}`
  }
  if (number < 20) return small[number] ?? ''
  const rest = number % 10
  return rest === 0 ? (tens[number / 10] ?? '') : `${tens[Math.floor(number / 10)]}-${small[rest]}`
}

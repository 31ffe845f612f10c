import { type Language, pageLanguage } from '#contract/language/languages.ts'

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
export function amountInWords(satang: number, language: Language = pageLanguage): string {
  const [baht, rest] = [Math.floor(satang / 100), satang % 100]
  return language === 'th' ? thaiAmount(baht, rest) : englishAmount(baht, rest)
}

function englishAmount(baht: number, satang: number): string {
  const whole = inWords(baht)
  const words = satang === 0 ? `${whole} baht only` : `${whole} baht and ${inWords(satang)} satang`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Without 'zero baht' before satang. */
function thaiAmount(baht: number, satang: number): string {
  if (satang === 0) return `${inThaiWords(baht)}บาทถ้วน`
  return `${baht === 0 ? '' : `${inThaiWords(baht)}บาท`}${inThaiWords(satang)}สตางค์`
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

const digits = ['', 'หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก', 'เจ็ด', 'แปด', 'เก้า']
const places = ['', 'สิบ', 'ร้อย', 'พัน', 'หมื่น', 'แสน']

/** Like `inWords`. A last one after other digits is เอ็ด, also in 101 and 1,000,001 (Office of the Royal Society). */
function inThaiWords(number: number): string {
  if (number === 0) return 'ศูนย์'
  const [millions, rest] = [Math.floor(number / 1_000_000), number % 1_000_000]
  const head = millions === 0 ? '' : `${inThaiWords(millions)}ล้าน`
  const digitsOfRest = [...String(rest)].map(Number)
  const tail = digitsOfRest.map((digit, index) => {
    const place = digitsOfRest.length - 1 - index
    if (digit === 0) return ''
    if (place === 1 && digit <= 2) return digit === 1 ? 'สิบ' : 'ยี่สิบ'
    if (place === 0 && digit === 1 && number > 1) return 'เอ็ด'
    return `${digits[digit]}${places[place]}`
  })
  return head + tail.join('')
}

import { type Language, pageLanguage } from '#contract/language/languages.ts'
import { fill, textIn } from '#contract/language/messages.ts'
import * as en from '#languages/en/formats.json'
import * as th from '#languages/th/formats.json'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** '1,250'. */
export function formatNumber(number: number): string {
  return grouped.format(number)
}

interface Priced {
  is_free: boolean
  /** In baht; the lowest one if ticket types have several prices. */
  ticket_price: number
  highest_ticket_price?: number | null
}

/** 'Free', '1,250฿', '1,250.50฿', or 'From 490฿' for several prices (specification, Event detail). */
export function price(
  { is_free, ticket_price, highest_ticket_price = null }: Priced,
  language: Language = pageLanguage,
): string {
  if (highest_ticket_price !== null && highest_ticket_price > ticket_price) {
    if (ticket_price === 0) return textIn(language, en.freeAndUp, th.freeAndUp)
    return fill(textIn(language, en.fromPrice, th.fromPrice), { price: amount(ticket_price, language) })
  }
  if (is_free || ticket_price === 0) return free(language)
  return amount(ticket_price, language)
}

const free = (language: Language) => textIn(language, en.free, th.free)

function amount(baht: number, language: Language): string {
  const text = grouped.format(baht)
  return fill(textIn(language, en.price, th.price), { amount: /\.\d$/.test(text) ? `${text}0` : text })
}

interface Reduction {
  percent: number | null
  baht: number | null
}

/** What a code takes off a price: '20% off', '50฿ off'; '' for nothing. */
export function reductionText({ percent, baht }: Reduction, language: Language = pageLanguage): string {
  if (percent === 100) return free(language)
  if (percent !== null) return fill(textIn(language, en.percentOff, th.percentOff), { percent })
  return baht === null ? '' : fill(textIn(language, en.priceOff, th.priceOff), { price: amount(baht, language) })
}

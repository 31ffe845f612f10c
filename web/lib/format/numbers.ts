const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** '1,250'. */
export function formatNumber(number: number): string {
  return grouped.format(number)
}

/** '1 reply', '1,250 replies'; `many` defaults to `one` with an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

interface Priced {
  is_free: boolean
  /** In baht; the lowest one if ticket types have several prices. */
  ticket_price: number
  highest_ticket_price?: number | null
}

/** 'Free', '1,250฿', '1,250.50฿', or 'From 490฿' for several prices (specification, Event detail). */
export function price({ is_free, ticket_price, highest_ticket_price = null }: Priced): string {
  if (highest_ticket_price !== null && highest_ticket_price > ticket_price) {
    return ticket_price === 0 ? 'Free and up' : `From ${price({ is_free: false, ticket_price })}`
  }
  if (is_free || ticket_price === 0) return 'Free'
  const text = grouped.format(ticket_price)
  return `${/\.\d$/.test(text) ? `${text}0` : text}฿`
}

/** What a code takes off a price: '20% off', '50฿ off'; '' for nothing. */
export function reductionText({ percent, baht }: { percent: number | null; baht: number | null }): string {
  if (percent !== null) return percent === 100 ? 'Free' : `${percent}% off`
  return baht === null ? '' : `${price({ is_free: false, ticket_price: baht })} off`
}

/** Satang as baht with both decimals, for receipts: '1,250.50'. Computed in whole numbers. */
export function exactBaht(satang: number): string {
  return `${formatNumber(Math.floor(satang / 100))}.${String(satang % 100).padStart(2, '0')}`
}

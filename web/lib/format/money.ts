const baht = new Intl.NumberFormat('en-US', { minimumFractionDigits: 0, maximumFractionDigits: 2 })

/** The price as 'Free' or with its currency: '1,250฿' (specification, Event detail). Satang are shown only where
 *  there are any. */
export function price({ is_free, ticket_price }: { is_free: boolean; ticket_price: number }): string {
  if (is_free || ticket_price === 0) return 'Free'
  const text = baht.format(ticket_price)
  return `${/\.\d$/.test(text) ? `${text}0` : text}฿`
}

/** An amount in satang as receipts have it, in baht with both decimals: '1,250.50'. By whole numbers alone. */
export function exactBaht(satang: number): string {
  return `${Math.floor(satang / 100).toLocaleString('en-US')}.${String(satang % 100).padStart(2, '0')}`
}

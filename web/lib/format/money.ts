const baht = new Intl.NumberFormat('en-US', { minimumFractionDigits: 0, maximumFractionDigits: 2 })

/** The price as 'Free' or with its currency: '1,250฿' (specification, Event detail). Satang are shown only where
 *  there are any. */
export function price({ is_free, ticket_price }: { is_free: boolean; ticket_price: number }): string {
  if (is_free || ticket_price === 0) return 'Free'
  const text = baht.format(ticket_price)
  return `${/\.\d$/.test(text) ? `${text}0` : text}฿`
}

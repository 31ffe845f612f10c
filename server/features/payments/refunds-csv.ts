import { stringify } from 'csv-stringify/sync'
import type { Refund } from '#contract/tickets/refunds.ts'

const columns: Record<string, (refund: Refund) => string> = {
  'Ticket number': (refund) => refund.ticket_number,
  Name: (refund) => refund.fullname,
  // Two decimals by whole numbers: a fraction of a float is never money.
  Baht: ({ amount_satang }) => `${Math.floor(amount_satang / 100)}.${String(amount_satang % 100).padStart(2, '0')}`,
  // Spreadsheets take digits for a number and drop the leading zero, or round the last ones.
  PromptPay: ({ refund_to }) => refund_to.replace(/(\d{3})(?=\d)/g, '$1-'),
  Cancelled: ({ cancelled_at }) => bangkokTime(cancelled_at),
  Why: ({ cancel_reason }) => cancel_reason.replaceAll('_', ' '),
  Paid: ({ paid_at }) => (paid_at === null ? 'slip in review' : bangkokTime(paid_at)),
  Refunded: ({ refunded_at }) => (refunded_at === null ? '' : bangkokTime(refunded_at)),
}

/** A table as that of the applicants (`applicants-csv.ts`): with a byte order mark, in Bangkok's time, and without formulas. */
export function csvOf(refunds: Refund[]): string {
  const rows = refunds.map((refund) => Object.values(columns).map((read) => read(refund)))
  return stringify([Object.keys(columns), ...rows], {
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    // The library knows a formula by its first letter, a spreadsheet also behind blanks.
    cast: { string: (text) => text.replace(/^[^\S\t\r]+/, '') },
  })
}

function bangkokTime(instant: string): string {
  return new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

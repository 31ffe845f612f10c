import { grouped } from '#contract/tickets/receiver.ts'
import type { Refund } from '#contract/tickets/refunds.ts'
import { bangkokTime, type Columns, csvTable } from '#server/lib/feeds/csv-table.ts'

const columns: Columns<Refund> = [
  ['Ticket number', (refund) => refund.ticket_number],
  ['Name', (refund) => refund.fullname],
  // Two decimals by whole numbers: a fraction of a float is never money.
  ['Baht', ({ amount_satang }) => `${Math.floor(amount_satang / 100)}.${String(amount_satang % 100).padStart(2, '0')}`],
  // Spreadsheets take digits for a number and drop the leading zero, or round the last ones.
  ['PromptPay', ({ refund_to }) => grouped(refund_to)],
  ['Cancelled', ({ cancelled_at }) => bangkokTime(cancelled_at)],
  ['Why', ({ cancel_reason }) => cancel_reason.replaceAll('_', ' ')],
  ['Paid', ({ paid_at, slip }) => (paid_at === null ? slipWords(slip) : bangkokTime(paid_at))],
  ['Refunded', ({ refunded_at }) => (refunded_at === null ? '' : bangkokTime(refunded_at))],
]

/** Of money that was never confirmed: paying it back says that it had come. */
const slipWords = (slip: Refund['slip']) => (slip?.state === 'in_review' ? 'slip in review' : 'by slip')

export const csvOf = (refunds: Refund[]): string => csvTable(columns, refunds)

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
  ['Paid', ({ paid_at }) => (paid_at === null ? 'slip in review' : bangkokTime(paid_at))],
  ['Refunded', ({ refunded_at }) => (refunded_at === null ? '' : bangkokTime(refunded_at))],
]

export const csvOf = (refunds: Refund[]): string => csvTable(columns, refunds)

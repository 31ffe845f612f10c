import { dayAndTime, eventZoneName, fullDate } from '#contract/dates.ts'
import { type Language, pageLanguage } from '#contract/language/languages.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { exactBaht } from '#contract/numbers.ts'
import { paths } from '#contract/paths.ts'
import type { Receipt } from '#contract/tickets/payments.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/payment.json'
import { useSite } from '#web/lib/page/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Mark } from '#web/ui/display/mark.tsx'
import { TicketFact } from './ticket-parts.tsx'

/** Who paid what to whom, on the screen and on paper. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { brand } = useSite()
  const { amount_satang, refunded_satang, refunded_at, refund_due_satang, seats, ticket_numbers } = receipt
  return (
    <article aria-label={fill(m.receiptFor, { numbers: ticket_numbers.join(', ') })}>
      <Card className="flex flex-col gap-6 p-6 sm:p-8 print:border-0 print:p-0 print:shadow-none">
        <header className="flex flex-wrap items-center gap-3 border-b border-line pb-4">
          <Mark className="size-8" />
          <span className="text-lg font-medium">{brand}</span>
          <span className="ml-auto text-xl font-semibold">{m.receipt}</span>
        </header>
        <dl className="figures grid grid-cols-1 gap-4 sm:grid-cols-2 print:grid-cols-2">
          <TicketFact label={m.receivedFrom}>{receipt.fullname}</TicketFact>
          <TicketFact label={m.receivedBy}>{receipt.organizer_name}</TicketFact>
          <TicketFact label={common.event} className="sm:col-span-2 print:col-span-2">
            {receipt.event_name}
          </TicketFact>
          <TicketFact label={m.eventDate}>{dayAndTime(receipt.start_date_event)}</TicketFact>
          <TicketFact label={counted(seats, m.ticketNumber_one, m.ticketNumber_other)}>
            {ticket_numbers.join(', ')}
          </TicketFact>
          {receipt.ticket_type ? <TicketFact label={common.ticketType}>{receipt.ticket_type}</TicketFact> : null}
          {seats > 1 ? <TicketFact label={m.seats}>{seats}</TicketFact> : null}
          <TicketFact label={m.paid}>{zonedDate(receipt.paid_at)}</TicketFact>
          <TicketFact label={m.paidBy}>{m.promptPay}</TicketFact>
        </dl>
        <div className="rounded-md border border-line bg-sunken p-4 print:bg-transparent">
          <p className="figures text-2xl font-semibold">{inBaht(amount_satang)}</p>
          <p className="wrap-anywhere">{amountInWords(amount_satang)}</p>
        </div>
        {refunded_at === null ? null : (
          <p className="font-medium">
            {fill(refunded_satang < amount_satang ? m.refundedPart : m.refunded, {
              amount: exactBaht(refunded_satang),
              date: zonedDate(refunded_at),
            })}
          </p>
        )}
        {refund_due_satang === 0 ? null : (
          <p className="figures font-medium">{fill(m.refundDue, { amount: exactBaht(refund_due_satang) })}</p>
        )}
        <p className="text-sm text-ink-soft">{m.noTaxInvoice}</p>
      </Card>
    </article>
  )
}

const inBaht = (satang: number) => fill(m.amountInBaht, { amount: exactBaht(satang) })
const zonedDate = (iso: string) => `${fullDate(iso)} (${eventZoneName})`

/** A link to the receipt of one's own ticket, if it was paid. A ticket saved by an older release does not say. */
export function ReceiptLink({ ticket }: { ticket: Pick<Ticket, 'id' | 'paid_at' | 'party_of'> }) {
  if (!ticket.paid_at) return null
  return (
    <ButtonLink
      to={paths.receipt(ticket.party_of ?? ticket.id)}
      variant="secondary"
      className="self-start print:hidden"
    >
      {m.viewReceipt}
    </ButtonLink>
  )
}

const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
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

import { Download, Share2 } from 'lucide'
import encodeQR from 'qr'
import { useEffect, useState } from 'react'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { type Payment, showPayment } from '#contract/tickets/payments.ts'
import { grouped, receiverName } from '#contract/tickets/promptpay-number.ts'
import { showTicket, type Ticket } from '#contract/tickets/tickets.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/payment.json'
import * as tickets from '#messages/tickets.json'
import * as applications from '#messages/tickets-application.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useServerNow } from '#web/lib/clock.ts'
import { download } from '#web/lib/files/files.ts'
import { price } from '#web/lib/format/numbers.ts'
import { truncate } from '#web/lib/format/text.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { lastSeen, type Stale } from '#web/lib/offline/last-seen.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyNumber } from '#web/ui/controls/copy-number.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { QrCode } from '#web/ui/display/qr-code.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { isOpen, OrganizerMessage, payUntil, Sentences } from './application-status.tsx'
import { SlipState, SlipUpload } from './slip.tsx'
import { ticketName } from './ticket-notes.tsx'
import { TicketFact } from './ticket-parts.tsx'

/** CSS pixels: as large as fits a small phone. */
const size = 232

interface PaymentSheetProps {
  ticket: Ticket
  payment: Payment
  /** The QR code's text. */
  code: string
}

/** To whom, how much and until when: as a code for the exact amount, or the number for typing. */
export function PaymentSheet({ ticket, payment, code }: PaymentSheetProps) {
  const now = useServerNow()
  const isOver = payment.pay_by !== null && now !== null && now >= Date.parse(payment.pay_by)
  const inReview = ticket.slip?.state === 'in_review'
  const amount = price({ is_free: false, ticket_price: payment.amount_satang / 100 })
  return (
    <Card className="flex flex-col gap-5 p-5 sm:p-6">
      <header>
        <h2 className="text-xl wrap-anywhere">{payment.event_name}</h2>
        <p className="figures font-medium text-accent-ink" role="timer" aria-live="off">
          {payUntil(payment.pay_by, now)}
        </p>
        {isOver || inReview ? null : (
          <p>
            <RichText
              text={m.sendAfterPaying}
              tags={{
                slip: (words) => (
                  <a href="#slip" className="font-medium text-accent-ink underline underline-offset-4">
                    {words}
                  </a>
                ),
              }}
            />
          </p>
        )}
      </header>
      <SlipState slip={ticket.slip} />
      {/* Paying now could mean paying twice, or for a seat that is no longer held. */}
      {isOver || inReview ? null : (
        <>
          <figure className="flex flex-col items-center gap-3">
            <div className="max-w-full overflow-hidden rounded-md border border-line">
              <QrCode text={code} label={fill(m.codeFor, { amount })} size={size} />
            </div>
            <figcaption className="text-center text-ink-soft">{m.scanCode}</figcaption>
          </figure>
          <SaveCode payment={payment} code={code} />
        </>
      )}
      <dl className="grid gap-4 border-t border-line pt-5 sm:grid-cols-2">
        <TicketFact label={m.amount}>
          <span className="figures text-2xl font-semibold">{amount}</span>
        </TicketFact>
        {payment.ticket_type ? <TicketFact label={common.ticketType}>{payment.ticket_type}</TicketFact> : null}
        {payment.seats > 1 ? <TicketFact label={m.seats}>{seatsText(payment)}</TicketFact> : null}
        <TicketFact label={m.payTo}>{payment.promptpay_name || payment.organizer_name}</TicketFact>
        <TicketFact label={receiverName(payment.promptpay_id)} className="sm:col-span-2">
          {/* On a line of its own, the button's text stands below the number. */}
          <span className="flex flex-wrap items-center gap-x-8">
            <span className="figures text-lg whitespace-nowrap">{grouped(payment.promptpay_id)}</span>
            <span className="-ml-5">
              <CopyNumber digits={payment.promptpay_id} />
            </span>
          </span>
        </TicketFact>
      </dl>
      <p className="text-ink-soft">{counted(payment.seats, m.afterConfirmation_one, m.afterConfirmation_other)}</p>
      <SlipUpload ticket={ticket} />
      <ButtonLink to={paths.virtualTicket(ticket.id)} variant="quiet" className="-ml-5 self-start print:hidden">
        {tickets.viewApplication}
      </ButtonLink>
    </Card>
  )
}

/** '2 seats, 891฿ each'. */
function seatsText({ seats, seat_price_satang }: Payment): string {
  if (!seat_price_satang) return counted(seats, m.seatCount_one, m.seatCount_other)
  const each = price({ is_free: false, ticket_price: seat_price_satang / 100 })
  return counted(seats, m.seatsAtPrice_one, m.seatsAtPrice_other, { price: each })
}

/** The code as an image, for people who pay on the phone that shows it. */
function SaveCode({ payment, code }: { payment: Payment; code: string }) {
  const [canShare, setCanShare] = useState(false)
  useEffect(() => {
    const probe = new File([''], 'code.png', { type: 'image/png' })
    setCanShare(navigator.canShare?.({ files: [probe] }) ?? false)
  }, [])

  const draw = () => {
    const amount = price({ is_free: false, ticket_price: payment.amount_satang / 100 })
    return codePicture(
      code,
      [amount, truncate(payment.event_name, 40)],
      fill(m.codeFile, { ticket: payment.ticket_id }),
    )
  }

  async function handleSave() {
    try {
      const picture = await draw()
      download(picture.name, picture)
      notify.success(m.codeSaved)
    } catch {
      notify.failure(m.codeNotSaved, { needsNetwork: false })
    }
  }

  async function handleShare() {
    try {
      await navigator.share({ files: [await draw()] })
    } catch (error) {
      // Closing the browser's share sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify.failure(m.codeNotSaved, { needsNetwork: false })
    }
  }

  return (
    <div className="flex flex-wrap justify-center gap-2 print:hidden">
      <Button variant="secondary" onClick={handleSave}>
        <Icon icon={Download} />
        {m.saveCode}
      </Button>
      {canShare ? (
        <Button variant="secondary" onClick={handleShare}>
          <Icon icon={Share2} />
          {m.shareCode}
        </Button>
      ) : null}
    </div>
  )
}

/** Pixels per square of the code: large enough for a phone's gallery, small enough to send. */
const scale = 12
const lineHeight = 44

/** The code as an image to open in a banking app, with its purpose below it. Throws if the browser cannot. */
async function codePicture(code: string, lines: string[], name: string): Promise<File> {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: 4 })
  const canvas = document.createElement('canvas')
  canvas.width = rows.length * scale
  canvas.height = canvas.width + lines.length * lineHeight
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('The browser draws no pictures.')
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.fillStyle = '#000'
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) if (dark) drawing.fillRect(x * scale, y * scale, scale, scale)
  }
  drawing.font = '28px sans-serif'
  drawing.textAlign = 'center'
  for (const [place, line] of lines.entries()) {
    drawing.fillText(line, canvas.width / 2, canvas.width + place * lineHeight + 12, canvas.width - 4 * scale)
  }
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (made === null) throw new Error('The browser made no picture.')
  return new File([made], name, { type: 'image/png' })
}

/** Shown if there is nothing to pay (any more): what happened, and what comes next. */
export function PaymentOver({ ticket }: { ticket: Ticket }) {
  const { id, event_id, status, cancel_reason, organizer_word } = ticket
  if (status === 'CANCELLED') {
    return (
      <div className="flex flex-col items-start gap-4">
        <div className="w-full">
          <Message kind="failure">
            <Sentences ticket={ticket} />
            {cancel_reason === 'unpaid' ? <p>{applications.paidAlready}</p> : null}
          </Message>
        </div>
        {organizer_word ? <OrganizerMessage>{organizer_word}</OrganizerMessage> : null}
        <ButtonLink to={paths.event(event_id)}>{common.viewEvent}</ButtonLink>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        {isOpen(status) ? (
          <Message kind="info">
            <p>{m.nothingToPayYet}</p>
            <Sentences ticket={ticket} />
          </Message>
        ) : (
          <Message kind="success">{m.nothingLeftToPay}</Message>
        )}
      </div>
      <ButtonLink to={paths.virtualTicket(id)}>
        {isOpen(status) ? tickets.viewApplication : tickets.viewTicket}
      </ButtonLink>
    </div>
  )
}

interface LoadedPayment {
  ticket: Ticket
  /** Null if there is nothing to pay. */
  due: { payment: Payment; code: string } | null
  /** When the saved data was loaded, if the server does not respond; otherwise null. */
  stale: Stale | null
}

/** An application with its payment details. Only this page loads the code's library. */
export async function loadPayment(ticketId: string): Promise<LoadedPayment> {
  const loadTicket = () => call(showTicket, { params: { ticketId } })
  const { value: ticket, stale } = await lastSeen(ticketName(ticketId), loadTicket)
  if (ticket.status !== 'UNPAID') return { ticket, due: null, stale }
  try {
    const loadDue = () => call(showPayment, { params: { ticketId } })
    const [{ value: payment, stale: older }, { promptPayCode }] = await Promise.all([
      // With a saved ticket this does not wait for the network again.
      lastSeen(`payment ${ticketId}`, loadDue, stale === null ? {} : { timeoutMs: 0 }),
      import('#web/lib/format/promptpay.ts'),
    ])
    const code = promptPayCode(payment.promptpay_id, payment.amount_satang)
    return { ticket, due: { payment, code }, stale: stale ?? older }
  } catch (error) {
    // It was paid, or its time ran out, between the two responses.
    const isOver = error instanceof ApiError && error.code === 'nothing_to_pay'
    if (!isOver) throw error
    return { ticket: await loadTicket(), due: null, stale: null }
  }
}

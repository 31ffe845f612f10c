import { QRCodeSVG } from 'qrcode.react'
import type { Ticket } from '#contract/tickets.ts'
import { classes } from '#web/ui/classes.ts'
import { qrText } from './qr-text.ts'

/** Size of the code in CSS pixels (specification, section 9). */
const size = 200

/** The QR code on white; the padding is its quiet zone. Faint once the ticket lets nobody in. */
export function TicketCode({ ticket, eventName }: { ticket: Ticket; eventName: string }) {
  return (
    <div className="rounded-md border border-line bg-white p-5">
      <QRCodeSVG
        value={qrText(ticket, eventName)}
        size={size}
        marginSize={0}
        // The largest squares: a screen is not torn or smudged, but it may be small.
        level="L"
        title={`QR code of ticket ${ticket.ticket_number}`}
        className={classes(ticket.status !== 'ACTIVE' && 'opacity-25')}
      />
    </div>
  )
}

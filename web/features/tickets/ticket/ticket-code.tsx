import { useState } from 'react'
import { ticketCodeText } from '#contract/tickets/ticket-code.ts'
import type { SignedTicket } from '#contract/tickets/tickets.ts'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { QrCode } from '#web/ui/display/qr-code.tsx'

/** Size of the code in CSS pixels (specification, section 9). */
const size = 200
/** As wide as a small phone, so that its squares are large enough for an old scanner too. */
const largeSize = 296

/** The QR code on white; the padding is its quiet zone. It is faint once the ticket lets nobody in. A press shows it
 *  large. */
export function TicketCode({ ticket, eventName }: { ticket: SignedTicket; eventName: string }) {
  const [large, setLarge] = useState(false)
  const code = {
    text: ticketCodeText(ticket, eventName),
    label: `QR code of ticket ${ticket.ticket_number}`,
    // 42 mm on small paper.
    className: classes('print:size-40 print:roomy:size-[200px]', ticket.status !== 'ACTIVE' && 'opacity-25'),
  }
  return (
    <div className="relative rounded-md border border-line bg-white p-[min(1rem,4.5vw)] print:border-0 print:p-1">
      <QrCode {...code} size={size} />
      <button
        type="button"
        aria-label="Show the QR code large"
        className="absolute inset-0 cursor-zoom-in rounded-md"
        onClick={() => setLarge(true)}
      />
      <Dialog open={large} title={ticket.ticket_number} onClose={() => setLarge(false)}>
        <div className="-mx-[min(1.5rem,7vw)] -mb-6 flex justify-center bg-white py-4">
          <QrCode {...code} size={largeSize} />
        </div>
      </Dialog>
    </div>
  )
}

import { readTicketCode } from '#contract/tickets/ticket-code.ts'
import type { KeptScan } from './kept-scan.ts'

/** A scan without the name of a guest, which stands in a ticket's QR code too: of that stays what a door checks. It can
 *  be sent as before, and still says whom this phone let in. */
export function withoutNames(scan: KeptScan): KeptScan {
  const checked = readTicketCode(scan.code)
  return {
    ...scan,
    code: checked ? JSON.stringify(checked) : scan.code,
    ticket: scan.ticket && { ...scan.ticket, fullname: '' },
  }
}

import { readTicketCode } from '#contract/tickets/ticket-code.ts'
import type { KeptScan } from './kept-scan.ts'

/** A scan without the guest's name, which its QR code contains too: only the part of the code that a door checks is
 *  kept. The scan can still be sent, and still says which ticket this phone let in. */
export function withoutNames(scan: KeptScan): KeptScan {
  const checked = readTicketCode(scan.code)
  return {
    ...scan,
    code: checked ? JSON.stringify(checked) : scan.code,
    ticket: scan.ticket && { ...scan.ticket, fullname: '' },
  }
}

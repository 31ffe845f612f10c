import { deletedAccount } from '#contract/accounts/deleted-account.ts'
import { readTicketCode } from '#contract/tickets/ticket-code.ts'
import type { KeptScan } from './kept-scan.ts'
import type { Snapshot } from './snapshot.ts'

/** A scan without the guest's name, which its QR code contains too: only the part of the code that a door checks is
 *  kept. The scan can still be sent, and still says which ticket this phone let in. `instead` stands for the name. */
export function withoutNames(scan: KeptScan, instead = ''): KeptScan {
  const checked = readTicketCode(scan.code)
  return {
    ...scan,
    code: checked ? JSON.stringify(checked) : scan.code,
    ticket: scan.ticket && { ...scan.ticket, fullname: instead },
  }
}

/** The scans that still name somebody who has deleted their account since, as the door says. */
export function ofDeleted(scans: KeptScan[], { tickets }: Pick<Snapshot, 'tickets'>): KeptScan[] {
  return scans.filter(({ ticket }) => {
    if (ticket === null || ticket.fullname === deletedAccount) return false
    return tickets.get(ticket.ticket_number)?.fullname === deletedAccount
  })
}

import { useEffect, useState } from 'react'
import type { DoubleEntry } from '#contract/tickets/door.ts'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isDoubleEntry, type KeptScan } from '#web/features/door/phone/kept-scan.ts'

/** Double entries, newest first: for the owner all that the server knows, for a helper those that involve this
 *  phone, as the first entry or the second. */
export function useDoubleEntries({ readDoubleEntries, isOwner }: DoorOnPhone, { snapshot, scans, device }: DoorState) {
  const [reported, setReported] = useState<DoubleEntry[]>([])
  // The cursor changes with every refresh.
  const { cursor } = snapshot

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is loaded again after every refresh.
  useEffect(() => {
    let left = false
    readDoubleEntries().then(
      (entries) => left || setReported(entries),
      () => {}, // The next refresh tries again; the door itself says that it is offline.
    )
    return () => {
      left = true
    }
  }, [readDoubleEntries, cursor])

  const concerning = isOwner ? reported : reported.filter((entry) => scans.some((scan) => hasPartIn(entry, scan)))
  const known = new Set(concerning.map(({ scan_id }) => scan_id))
  const own = scans.filter((scan) => isDoubleEntry(scan) && !known.has(scan.scan_id))
  return [...own.map((scan) => toEntry(scan, device)).reverse(), ...concerning]
}

function hasPartIn({ scan_id, ticket_number }: DoubleEntry, scan: KeptScan): boolean {
  const isCheckedIn = scan.verdict === 'checked_in' && !scan.undone && scan.ticket?.ticket_number === ticket_number
  return isCheckedIn || scan.scan_id === scan_id
}

function toEntry({ scan_id, verdict, ticket, scanned_at, device }: KeptScan, deviceNow: string): DoubleEntry {
  const first = verdict === 'already_used' && ticket?.used_at ? { at: ticket.used_at, device: '' } : null
  return {
    scan_id,
    verdict,
    ticket_number: ticket?.ticket_number ?? '',
    fullname: ticket?.fullname ?? '',
    first,
    again: { at: scanned_at, device: device ?? deviceNow },
  }
}

import { useEffect, useState } from 'react'
import { type DoubleEntry, listDoubleEntries } from '#contract/door.ts'
import { call } from '#web/lib/call.ts'
import type { DoorOnPhone } from './door.ts'
import type { DoorState } from './door-state.ts'
import { isDoubleEntry, type KeptScan } from './kept-scan.ts'

/** Newest first: for the owner all that the server knows of, for a helper those of this phone. */
export function useDoubleEntries({ eventId, isOwner, device }: DoorOnPhone, { snapshot, scans }: DoorState) {
  const [reported, setReported] = useState<DoubleEntry[]>([])
  // Changes with every answer to what changed.
  const { cursor } = snapshot

  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew whenever the door was.
  useEffect(() => {
    if (!isOwner) return
    let left = false
    call(listDoubleEntries, { params: { eventId: String(eventId) } }).then(
      (entries) => left || setReported(entries),
      () => {}, // The next time; the door says itself that it is offline.
    )
    return () => {
      left = true
    }
  }, [eventId, isOwner, cursor])

  const known = new Set(reported.map(({ scan_id }) => scan_id))
  const own = scans.filter((scan) => isDoubleEntry(scan) && !known.has(scan.scan_id))
  return [...own.map((scan) => toEntry(scan, device)).reverse(), ...reported]
}

function toEntry({ scan_id, verdict, ticket, scanned_at }: KeptScan, device: string): DoubleEntry {
  const first = verdict === 'already_used' && ticket?.used_at ? { at: ticket.used_at, device: '' } : null
  return {
    scan_id,
    verdict,
    ticket_number: ticket?.ticket_number ?? '',
    fullname: ticket?.fullname ?? '',
    first,
    again: { at: scanned_at, device },
  }
}

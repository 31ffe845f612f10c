import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { doorTime } from '#contract/dates.ts'
import type { DoubleEntry, Verdict } from '#contract/tickets/door.ts'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isDoubleEntry, type KeptScan } from '#web/features/door/phone/scan.ts'

/** The people whom phones without a network let in by mistake; nothing where there are none. */
export function DoubleEntries({ entries }: { entries: DoubleEntry[] }) {
  return (
    // Without entries it takes no room, not even the gap after it.
    <section aria-label="Double entries" aria-live="polite" className="empty:-mb-6">
      {entries.length > 0 ? (
        <div className="rounded-lg border border-danger bg-danger-soft p-4">
          <h2 className="flex items-center gap-2 text-lg text-danger">
            <TriangleAlert aria-hidden className="size-6 shrink-0" />
            Double entries
          </h2>
          <ul className="mt-1 divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry.scan_id} entry={entry} />
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

function Entry({ entry: { verdict, fullname, ticket_number, first, again } }: { entry: DoubleEntry }) {
  return (
    <li className="py-2">
      <p className="font-medium break-words">
        {happened(verdict)}: {[fullname, ticket_number].filter(Boolean).join(', ')}
      </p>
      <p className="figures text-sm text-ink-soft">
        {first ? `${told(first)}, and again ` : ''}
        {told(again)}
      </p>
    </li>
  )
}

function happened(verdict: Verdict): string {
  if (verdict === 'already_used') return 'Let in twice'
  if (verdict === 'cancelled') return 'Let in with a cancelled ticket'
  return 'Let in without a valid ticket'
}

const told = ({ at, device }: { at: string; device: string }) => `at ${doorTime(at)}${device ? ` by ${device}` : ''}`

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

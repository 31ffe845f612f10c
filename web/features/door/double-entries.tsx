import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { doorTime } from '#contract/dates.ts'
import { isAtLeast } from '#contract/endpoint.ts'
import type { DoubleEntry, Verdict } from '#contract/tickets/door.ts'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isDoubleEntry, type SavedScan } from '#web/features/door/phone/scan.ts'

/** Guests whom offline phones let in by mistake. */
export function DoubleEntries({ entries }: { entries: DoubleEntry[] }) {
  return (
    // While empty, it takes no space, not even the gap after it.
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
        {mistakeOf(verdict)}: {[fullname, ticket_number].filter(Boolean).join(', ')}
      </p>
      <p className="figures text-sm text-ink-soft">
        {first ? `${entryText(first)}, and again ` : ''}
        {entryText(again)}
      </p>
    </li>
  )
}

function mistakeOf(verdict: Verdict): string {
  if (verdict === 'already_used') return 'Let in twice'
  if (verdict === 'cancelled') return 'Let in with a cancelled ticket'
  return 'Let in without a valid ticket'
}

const entryText = ({ at, device }: { at: string; device: string }) =>
  `at ${doorTime(at)}${device ? ` by ${device}` : ''}`

/** Double entries, newest first: all for owner and desk, only those that involve this phone for helpers. Those the server
 *  does not list yet come first. */
export function useDoubleEntries({ readDoubleEntries, role }: DoorOnPhone, { snapshot, scans, device }: DoorState) {
  const [reported, setReported] = useState<DoubleEntry[]>([])
  // The cursor changes with every refresh.
  const { cursor } = snapshot

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is loaded again after every refresh.
  useEffect(() => {
    let stopped = false
    readDoubleEntries().then(
      (entries) => stopped || setReported(entries),
      () => {}, // The next refresh tries again, and the header shows that the door is offline.
    )
    return () => {
      stopped = true
    }
  }, [readDoubleEntries, cursor])

  const relevant = isAtLeast(role, 'desk')
    ? reported
    : reported.filter((entry) => scans.some((scan) => involves(entry, scan)))
  const known = new Set(relevant.map(({ scan_id }) => scan_id))
  const own = scans.filter((scan) => isDoubleEntry(scan) && !known.has(scan.scan_id))
  return [...own.map((scan) => toEntry(scan, device)).reverse(), ...relevant]
}

function involves({ scan_id, ticket_number }: DoubleEntry, scan: SavedScan): boolean {
  const isCheckedIn = scan.verdict === 'checked_in' && !scan.undone && scan.ticket?.ticket_number === ticket_number
  return isCheckedIn || scan.scan_id === scan_id
}

function toEntry({ scan_id, verdict, ticket, scanned_at, device }: SavedScan, deviceNow: string): DoubleEntry {
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

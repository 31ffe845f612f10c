import { CloudUpload, TriangleAlert, Undo2 } from 'lucide'
import { type MouseEvent, useEffect, useState } from 'react'
import { isAtLeast } from '#contract/endpoint.ts'
import { fill } from '#contract/language/messages.ts'
import type { DoubleEntry, Verdict } from '#contract/tickets/door.ts'
import * as common from '#messages/common.json'
import * as door from '#messages/door.json'
import * as m from '#messages/door-answers.json'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isDoubleEntry, numberIn, type SavedScan } from '#web/features/door/phone/scan.ts'
import { isCancelled, listedTicket, type Snapshot } from '#web/features/door/phone/snapshot.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { appearances, headline, holderName, momentOf, saleText } from './verdicts.tsx'

const shownScans = 20

interface ScanListProps {
  state: Pick<DoorState, 'scans' | 'snapshot'>
  onUndo: (scan: SavedScan) => Promise<void>
}

/** This phone's last scans, newest first. */
export function ScanList({ state: { scans, snapshot }, onUndo }: ScanListProps) {
  if (scans.length === 0) return null
  return (
    <section aria-label={m.lastScans}>
      <h2 className="text-lg">{m.lastScans}</h2>
      {scans.some(({ seq, waiting }) => waiting && seq < 0) ? (
        <p className="mt-2 rounded-md bg-warning-soft px-4 py-2 text-warning">{m.notSaved}</p>
      ) : null}
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-card">
        {scans
          .slice(-shownScans)
          .reverse()
          .map((scan) => (
            <ScanRow
              key={scan.scan_id}
              scan={withName(scan, snapshot)}
              undoable={isUndoable(scan, snapshot)}
              onUndo={onUndo}
            />
          ))}
      </ul>
    </section>
  )
}

function stateOf(scan: SavedScan): string {
  const { undone, verdict, walk_in } = scan
  if (undone) return m.undone
  if (walk_in === undefined) return verdict === 'checked_in' ? m.checkedIn : headline(scan)
  return verdict === 'checked_in' ? saleText(walk_in) : fill(m.notSoldBecause, { reason: walk_in.refusal ?? '' })
}

/** A scan of a ticket newer than the list, or whose name was deleted with an earlier session, gets the name from the list, but not
 *  that of an invitation, which may be somebody else's by now. */
export function withName(scan: SavedScan, snapshot: Pick<Snapshot, 'tickets'>): SavedScan {
  const listed = listedTicket(snapshot, scan)
  if (scan.ticket?.fullname !== '' || listed === undefined || listed.status === 'INVITED') return scan
  return { ...scan, ticket: { ...scan.ticket, fullname: listed.fullname } }
}

/** The server refuses to undo the entry of a ticket that was cancelled since, also with its event. */
export function isUndoable(
  { verdict, undone, waiting, ticket }: SavedScan,
  snapshot: Pick<Snapshot, 'tickets'>,
): boolean {
  return verdict === 'checked_in' && !undone && (waiting || !isCancelled(snapshot, ticket?.ticket_number ?? ''))
}

interface ScanRowProps {
  scan: SavedScan
  undoable: boolean
  onUndo: ScanListProps['onUndo']
}

function ScanRow({ scan, undoable, onUndo }: ScanRowProps) {
  const { run, busy } = useAction()
  const { icon, mark } = appearances[scan.verdict]
  const number = scan.ticket?.ticket_number ?? numberIn(scan.code)

  function handleUndo({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button disappears, so the row takes the focus for keyboard users.
    currentTarget.closest('li')?.focus()
    return run(() => onUndo(scan), door.notUndone)
  }

  return (
    <li tabIndex={-1} className="flex min-h-16 flex-wrap items-center justify-end gap-3 px-[min(1rem,4.5vw)] py-2">
      <Icon icon={icon} className={classes('size-6 shrink-0', scan.undone ? 'text-ink-soft' : mark)} />
      <div className="min-w-[min(8rem,70%)] flex-1">
        <p className="line-clamp-2 font-medium wrap-anywhere">{holderName(scan) || headline(scan)}</p>
        <p className="figures flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          {scan.ticket || scan.walk_in ? <span>{stateOf(scan)}</span> : null}
          {number ? <span>{number}</span> : null}
          <span>{momentOf(scan.scanned_at)}</span>
          {scan.waiting ? (
            <span className="inline-flex items-center gap-1">
              <Icon icon={CloudUpload} className="size-4" />
              {m.waitingToBeSent}
            </span>
          ) : null}
        </p>
      </div>
      {undoable ? (
        <Button
          variant="secondary"
          className="min-h-12 px-4"
          busy={busy && door.undoing}
          onClick={handleUndo}
          aria-label={fill(m.undoCheckInOf, { guest: [holderName(scan), number].filter(Boolean).join(', ') })}
        >
          <Icon icon={Undo2} className="max-sm:hidden" />
          {common.undo}
        </Button>
      ) : null}
    </li>
  )
}

/** Guests whom offline phones let in by mistake. */
export function DoubleEntries({ entries }: { entries: DoubleEntry[] }) {
  return (
    // While empty, it takes no space, not even the gap after it.
    <section aria-label={m.letInByMistake} aria-live="polite" className="empty:-mb-6">
      {entries.length > 0 ? (
        <div className="rounded-lg border border-danger bg-danger-soft p-4">
          <h2 className="flex items-center gap-2 text-lg text-danger">
            <Icon icon={TriangleAlert} className="size-6 shrink-0" />
            {m.letInByMistake}
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

function Entry({ entry }: { entry: DoubleEntry }) {
  const { verdict, fullname, ticket_number } = entry
  return (
    <li className="py-2">
      <p className="font-medium break-words">
        {fill(mistakeOf(verdict), { guest: [fullname, ticket_number].filter(Boolean).join(', ') })}
      </p>
      <p className="figures text-sm text-ink-soft">{timesOf(entry)}</p>
    </li>
  )
}

/** 'at 18:02 by Gate A, and again at 18:05 by Gate B'. The entry that counts may be the later one. */
export function timesOf({ first, again }: Pick<DoubleEntry, 'first' | 'again'>): string {
  if (first === null) return entryText(again)
  const [earlier, later] = first.at <= again.at ? [first, again] : [again, first]
  return fill(m.enteredTwice, { first: entryText(earlier), again: entryText(later) })
}

function mistakeOf(verdict: Verdict): string {
  if (verdict === 'already_used') return m.letInTwice
  if (verdict === 'cancelled') return m.letInCancelled
  return m.letInInvalid
}

const entryText = ({ at, device }: { at: string; device: string }) =>
  fill(device ? m.enteredAtBy : m.enteredAt, { time: momentOf(at), device })

/** Double entries, newest first: all for owner and desk, only those that involve this phone for helpers. Those the server
 *  does not list yet come first. */
export function useDoubleEntries({ readDoubleEntries }: DoorOnPhone, { snapshot, scans, device }: DoorState) {
  const [reported, setReported] = useState<DoubleEntry[]>([])
  // The cursor changes with every refresh.
  const { cursor, role } = snapshot

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

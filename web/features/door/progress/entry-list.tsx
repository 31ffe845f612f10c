import { Undo2 } from 'lucide-react'
import { doorTime } from '#contract/dates.ts'
import type { DoorEntry } from '#contract/tickets/door-progress.ts'
import { Button } from '#web/ui/controls/button.tsx'

interface EntryListProps {
  entries: DoorEntry[]
  /** How many people are inside. */
  total: number
  onUndo: (entry: DoorEntry) => void
}

/** The last entries by all phones, each of which the owner can undo. */
export function EntryList({ entries, total, onUndo }: EntryListProps) {
  if (entries.length === 0) return null
  const more = total - entries.length
  return (
    <section aria-labelledby="door-entries">
      <h2 id="door-entries" className="text-lg">
        Last entries on all phones
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-card">
        {entries.map((entry) => (
          <li
            key={entry.scan_id}
            className="flex min-h-20 flex-wrap items-center justify-end gap-3 px-[min(1rem,4.5vw)] py-3"
          >
            <div className="min-w-[min(9rem,100%)] flex-1">
              <p className="text-lg/snug font-medium wrap-anywhere">{entry.fullname}</p>
              <p className="figures flex flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-soft">
                <span>{entry.ticket_number}</span>
                <span>{whereOf(entry)}</span>
              </p>
            </div>
            <Button
              variant="secondary"
              className="min-h-14 shrink-0 px-4"
              onClick={() => onUndo(entry)}
              aria-label={`Undo the entry of ${entry.fullname}, ${entry.ticket_number}`}
            >
              <Undo2 aria-hidden className="size-5 max-sm:hidden" />
              Undo
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="figures mt-2 text-center text-ink-soft">and {more} more: find them in the guest list</p>
      ) : null}
    </section>
  )
}

function whereOf({ at, door, device }: DoorEntry): string {
  return door === null ? `at ${doorTime(at)} by ${device}` : `at ${doorTime(at)} by ${device}, door ${door}`
}

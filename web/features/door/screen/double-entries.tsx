import { TriangleAlert } from 'lucide-react'
import { doorTime } from '#contract/dates.ts'
import type { DoubleEntry, Verdict } from '#contract/tickets/door.ts'

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

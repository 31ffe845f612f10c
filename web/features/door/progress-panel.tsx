import { Undo2 } from 'lucide'
import { useCallback, useEffect, useState } from 'react'
import { doorTime } from '#contract/dates.ts'
import { counted, fill } from '#contract/language/messages.ts'
import {
  type DoorEntry,
  type DoorFigures,
  type DoorProgress,
  type EntryMinute,
  listDoorEntries,
  showDoorProgress,
} from '#contract/tickets/door.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door-guests.json'
import { callDoor } from '#web/features/door/phone/call-door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isCancelled, type Snapshot } from '#web/features/door/phone/snapshot.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { momentOf } from './verdicts.tsx'

interface ProgressPanelProps {
  state: DoorState
  onUndo: (entry: DoorEntry) => void
}

/** For owner, co-hosts and desk: entries per minute and per door, and the latest entries on all phones. */
export function ProgressPanel({ state, onUndo }: ProgressPanelProps) {
  const { known, problem, load } = useProgress(state)
  if (known === null)
    return problem ? <LoadFailure text={problem} onAgain={() => void load()} /> : <Skeleton className="h-64" />
  const { progress, entries } = known
  return (
    <div className="flex flex-col gap-6">
      {problem ? <LoadFailure text={problem} onAgain={() => void load()} /> : null}
      <section aria-labelledby="door-minutes">
        <h2 id="door-minutes" className="text-lg">
          {m.entriesPerMinute}
        </h2>
        <Card className="mt-2 p-4">
          <MinutePlot minutes={progress.minutes} />
        </Card>
      </section>
      {progress.doors.length > 0 ? <Doors doors={progress.doors} /> : null}
      <EntryList entries={entries} total={progress.checked_in} snapshot={state.snapshot} onUndo={onUndo} />
    </div>
  )
}

function Doors({ doors }: { doors: DoorFigures[] }) {
  return (
    <table className="figures w-full">
      <caption className="pb-2 text-left text-lg font-medium">{m.byDoor}</caption>
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col" className="py-1 text-left font-normal">
            {m.doorOrPerson}
          </th>
          <th scope="col" className="py-1 pl-[min(1rem,4vw)] text-right font-normal wrap-anywhere">
            {m.entries}
          </th>
          <th scope="col" className="py-1 pl-[min(1rem,4vw)] text-right font-normal wrap-anywhere">
            {m.lastEntry}
          </th>
        </tr>
      </thead>
      <tbody>
        {doors.map(({ door_link_id, door, person_id, person, entries, last_at }) => (
          <tr key={`${door_link_id} ${person_id}`} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-medium wrap-anywhere">
              {door ?? person ?? m.team}
            </th>
            <td className="py-2 pl-[min(1rem,4vw)] text-right">{entries}</td>
            <td className="py-2 pl-[min(1rem,4vw)] text-right">{momentOf(last_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Progress {
  progress: DoorProgress
  /** The latest entries on all phones. */
  entries: DoorEntry[]
}

/** An event's progress, reloaded after every change at the door; null while it loads the first time. */
function useProgress({ snapshot: { event_id, cursor, checked_in } }: DoorState) {
  const [known, setKnown] = useState<Progress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const load = useCallback(async () => {
    const params = { eventId: String(event_id) }
    try {
      const [progress, entries] = await Promise.all([
        callDoor({ secret: null }, showDoorProgress, { params }),
        callDoor({ secret: null }, listDoorEntries, { params, query: {} }),
      ])
      setKnown({ progress, entries })
      setProblem(null)
    } catch (error) {
      setProblem(messageOf(error, m.progressNotLoaded))
    }
  }, [event_id])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor changes with every refresh, the count with every entry.
  useEffect(() => void load(), [load, cursor, checked_in])

  return { known, problem, load }
}

/** In SVG units; a bar's width includes the gap after it. */
const plotHeight = 40
const barWidth = 4
/** The plot always has space for this many bars, so that the first minutes are not drawn as wide blocks. */
const fewestBars = 15

/** A bar for each minute of the last hour, and the same figures as a table for screen readers. */
function MinutePlot({ minutes }: { minutes: EntryMinute[] }) {
  const [first, last] = [minutes[0], minutes.at(-1)]
  if (first === undefined || last === undefined) return <p className="text-ink-soft">{m.noEntries}</p>
  const most = Math.max(...minutes.map(({ entries }) => entries))
  const width = Math.max(minutes.length, fewestBars) * barWidth
  return (
    <>
      <p className="figures">{summaryOf(minutes)}</p>
      <div aria-hidden className="mt-3">
        <p className="figures text-xs text-ink-soft">{counted(most, m.entriesAMinute_one, m.entriesAMinute_other)}</p>
        <svg
          aria-hidden
          viewBox={`0 0 ${width} ${plotHeight}`}
          preserveAspectRatio="none"
          className="h-32 w-full border-y border-line text-accent"
        >
          {minutes.map(({ at, entries }, n) => (
            <rect
              key={at}
              x={n * barWidth}
              width={barWidth - 1}
              y={plotHeight - barOf(entries, most)}
              height={barOf(entries, most)}
              fill="currentColor"
            />
          ))}
        </svg>
        <p
          className="figures flex min-w-24 justify-between text-xs text-ink-soft"
          style={{ width: `${(minutes.length * barWidth * 100) / width}%` }}
        >
          <span>{doorTime(first.at)}</span>
          {minutes.length > 1 ? <span>{doorTime(last.at)}</span> : null}
        </p>
      </div>
      {/* `sr-only` has no effect on the width of a table itself. */}
      <div className="sr-only">
        <table>
          <caption>{m.entriesPerMinute}</caption>
          <thead>
            <tr>
              <th scope="col">{m.minute}</th>
              <th scope="col">{m.entries}</th>
            </tr>
          </thead>
          <tbody>
            {minutes.map(({ at, entries }) => (
              <tr key={at}>
                <th scope="row">{doorTime(at)}</th>
                <td>{entries}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const barOf = (entries: number, most: number) => (most === 0 ? 0 : (entries / most) * plotHeight)

const summaryMinutes = 10

function summaryOf(minutes: EntryMinute[]): string {
  const count = minutes.slice(-summaryMinutes).reduce((sum, { entries }) => sum + entries, 0)
  if (count === 0) return fill(m.noEntriesLately, { minutes: summaryMinutes })
  return counted(count, m.entered_one, m.entered_other, { minutes: summaryMinutes })
}

interface EntryListProps {
  entries: DoorEntry[]
  /** The number of people inside. */
  total: number
  snapshot: Snapshot
  onUndo: (entry: DoorEntry) => void
}

/** The latest entries on all phones, each with an undo button unless its ticket was cancelled since. */
function EntryList({ entries, total, snapshot, onUndo }: EntryListProps) {
  if (entries.length === 0) return null
  const more = total - entries.length
  return (
    <section aria-labelledby="door-entries">
      <h2 id="door-entries" className="text-lg">
        {m.latestEntries}
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
            {isCancelled(snapshot, entry.ticket_number) ? null : (
              <Button
                variant="secondary"
                className="min-h-14 shrink-0 px-4"
                onClick={() => onUndo(entry)}
                aria-label={fill(m.undoEntryOf, { guest: `${entry.fullname}, ${entry.ticket_number}` })}
              >
                <Icon icon={Undo2} className="max-sm:hidden" />
                {common.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="figures mt-2 text-center text-ink-soft">{fill(m.andMoreInList, { count: formatNumber(more) })}</p>
      ) : null}
    </section>
  )
}

function whereOf({ at, door, person, device }: DoorEntry): string {
  const time = momentOf(at)
  if (door !== null) return fill(m.enteredByDoor, { time, device, door })
  return person === null ? fill(m.enteredBy, { time, device }) : fill(m.enteredByPerson, { time, device, person })
}

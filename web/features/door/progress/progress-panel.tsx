import { doorTime } from '#contract/dates.ts'
import type { DoorEntry, DoorFigures } from '#contract/tickets/door-progress.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { EntryList } from './entry-list.tsx'
import { MinutePlot } from './minute-plot.tsx'
import { useProgress } from './use-progress.ts'

interface ProgressPanelProps {
  state: DoorState
  onUndo: (entry: DoorEntry) => void
}

/** For the owner: how fast people come in, by which door, and everybody's last entries. */
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
          Entries by the minute
        </h2>
        <Card className="mt-2 p-4">
          <MinutePlot minutes={progress.minutes} />
        </Card>
      </section>
      {progress.doors.length > 0 ? <Doors doors={progress.doors} /> : null}
      <EntryList entries={entries} total={progress.checked_in} onUndo={onUndo} />
    </div>
  )
}

function Doors({ doors }: { doors: DoorFigures[] }) {
  return (
    <table className="figures w-full">
      <caption className="pb-2 text-left text-lg font-medium">By door</caption>
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col" className="py-1 text-left font-normal">
            Door
          </th>
          <th scope="col" className="py-1 pl-[min(1rem,4vw)] text-right font-normal wrap-anywhere">
            Entries
          </th>
          <th scope="col" className="py-1 pl-[min(1rem,4vw)] text-right font-normal wrap-anywhere">
            Last one
          </th>
        </tr>
      </thead>
      <tbody>
        {doors.map(({ door_link_id, door, entries, last_at }) => (
          <tr key={door_link_id} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-medium wrap-anywhere">
              {door ?? 'The organizer'}
            </th>
            <td className="py-2 pl-[min(1rem,4vw)] text-right">{entries}</td>
            <td className="py-2 pl-[min(1rem,4vw)] text-right">{doorTime(last_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

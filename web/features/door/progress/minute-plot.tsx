import { doorTime } from '#contract/dates.ts'
import type { EntryMinute } from '#contract/tickets/door-progress.ts'

/** The plot's height, and the room of a bar with the gap after it, in the units of its picture. */
const height = 40
const step = 4
/** The fewest bars that it has room for, so that the first minutes are no broad blocks. */
const fewest = 15

/** Bars for the minutes of the last hour, with the same as a table for those who do not see them. */
export function MinutePlot({ minutes }: { minutes: EntryMinute[] }) {
  const [first, last] = [minutes[0], minutes.at(-1)]
  if (first === undefined || last === undefined) return <p className="text-ink-soft">Nobody has come in yet.</p>
  const most = Math.max(...minutes.map(({ entries }) => entries))
  const width = Math.max(minutes.length, fewest) * step
  return (
    <>
      <p className="figures">{saidOf(minutes)}</p>
      <div aria-hidden className="mt-3">
        <p className="figures text-xs text-ink-soft">{most === 1 ? '1 entry a minute' : `${most} entries a minute`}</p>
        <svg
          aria-hidden
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-32 w-full border-y border-line text-accent"
        >
          {minutes.map(({ at, entries }, n) => (
            <rect
              key={at}
              x={n * step}
              width={step - 1}
              y={height - barOf(entries, most)}
              height={barOf(entries, most)}
              fill="currentColor"
            />
          ))}
        </svg>
        <p
          className="figures flex min-w-24 justify-between text-xs text-ink-soft"
          style={{ width: `${(minutes.length * step * 100) / width}%` }}
        >
          <span>{doorTime(first.at)}</span>
          {minutes.length > 1 ? <span>{doorTime(last.at)}</span> : null}
        </p>
      </div>
      {/* Around the table, which by itself is never narrower than its words. */}
      <div className="sr-only">
        <table>
          <caption>Entries by the minute</caption>
          <thead>
            <tr>
              <th scope="col">Minute</th>
              <th scope="col">Entries</th>
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

const barOf = (entries: number, most: number) => (most === 0 ? 0 : (entries / most) * height)

/** How many minutes count as now. */
const lately = 10

function saidOf(minutes: EntryMinute[]): string {
  const count = minutes.slice(-lately).reduce((sum, { entries }) => sum + entries, 0)
  if (count === 0) return 'Nobody came in within the last 10 minutes.'
  return count === 1
    ? '1 guest came in within the last 10 minutes.'
    : `${count} guests came in within the last 10 minutes.`
}

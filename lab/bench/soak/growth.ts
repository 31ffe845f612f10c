import type { Held } from '../built/program.ts'

/** What is held at a quiet moment, when nobody is connected. */
export interface Quiet extends Held {
  /** Connections that PostgreSQL has open to programs. */
  connections: number
}

const megabyte = 1024 * 1024

/** How much more there may be at the end than at a third of the time: by then every part of the product has been used and
 *  what it keeps for a while is there. Memory in bytes. */
const bounds = {
  heap: { share: 1.15, more: 6 * megabyte },
  external: { share: 1.25, more: 8 * megabyte },
  /** What was collected is not always given back to the system. */
  rss: { share: 1.25, more: 24 * megabyte },
} as const
/** Timers and files that happen to be open at that moment. */
const mostMore = 3

/** One sentence for each thing that grew. */
export function grown(quiet: Quiet[]): string[] {
  const early = quiet[Math.floor((quiet.length - 1) / 3)]
  const end = quiet.at(-1)
  if (early === undefined || end === undefined) return ['Nothing was measured.']
  const problems: string[] = []
  for (const kind of ['heap', 'external', 'rss'] as const) {
    const { share, more } = bounds[kind]
    if (end[kind] > early[kind] * share + more)
      problems.push(`${kind} grew from ${inMb(early[kind])} to ${inMb(end[kind])}.`)
  }
  const counts = (held: Quiet) => ({
    descriptors: held.descriptors,
    handles: Object.values(held.handles).reduce((sum, count) => sum + count, 0),
    connections: held.connections,
  })
  const [before, after] = [counts(early), counts(end)]
  for (const kind of ['descriptors', 'handles', 'connections'] as const) {
    if (after[kind] > before[kind] + mostMore) problems.push(`${kind} grew from ${before[kind]} to ${after[kind]}.`)
  }
  return problems
}

export function inWords({ heap, external, rss, descriptors, connections, handles }: Quiet): string {
  const kinds = Object.entries(handles).map(([kind, count]) => `${kind} ${count}`)
  return (
    `heap ${inMb(heap)}, external ${inMb(external)}, RSS ${inMb(rss)}, ${descriptors} descriptors, ` +
    `${connections} connections of PostgreSQL, ${kinds.join(', ')}`
  )
}

const inMb = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`

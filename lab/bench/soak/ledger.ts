import type { Answer } from './caller.ts'

interface Entry {
  times: number[]
  /** Refused because the server had too much to do. */
  shed: number
  /** Any other answer from 500 on, and connections that broke. */
  failed: string[]
  statuses: Map<number, number>
}

/** What was answered, by kind of deed. */
export function openLedger() {
  const entries = new Map<string, Entry>()

  function entryOf(name: string): Entry {
    const entry = entries.get(name) ?? { times: [], shed: 0, failed: [], statuses: new Map() }
    entries.set(name, entry)
    return entry
  }

  return {
    answered(name: string, milliseconds: number, { status, body }: Answer) {
      const entry = entryOf(name)
      entry.times.push(milliseconds)
      entry.statuses.set(status, (entry.statuses.get(status) ?? 0) + 1)
      const code = (body as { code?: string } | null)?.code
      if (status === 503 && (code === 'overloaded' || code === 'busy')) entry.shed += 1
      else if (status >= 500) entry.failed.push(`${status} ${code ?? ''}`)
    },
    broke(name: string, error: unknown) {
      entryOf(name).failed.push(String(error))
    },
    /** Prints a line for each kind, and forgets everything; answers what failed. */
    close(seconds: number): string[] {
      for (const [name, { times, shed, failed, statuses }] of entries) {
        const sorted = times.sort((one, other) => one - other)
        const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
        const said = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
        console.info(
          `  ${name.padEnd(14)} ${(sorted.length / seconds).toFixed(1).padStart(6)}/s  p50 ${at(0.5)} ms, p99 ${at(0.99)} ms  ${said}` +
            `${shed > 0 ? `, shed ${shed}` : ''}${failed.length > 0 ? `, FAILED ${failed.length}` : ''}`,
        )
      }
      const failures = [...entries].flatMap(([name, { failed }]) => failed.map((why) => `${name}: ${why}`))
      entries.clear()
      return failures
    },
  }
}

import { useSyncExternalStore } from 'react'
import { dateAndTime } from '#contract/dates.ts'
import { clockNow } from '#web/lib/clock.ts'
import { ago } from '#web/lib/format/dates.ts'

/** The time since an instant, updated while the page is open. The server renders the date instead, because its page
 *  may be shown later. */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  const when = dateAndTime(iso)
  const text = useSyncExternalStore(
    everySecond,
    () => ago(Date.parse(iso), clockNow()),
    () => when,
  )
  return (
    <time dateTime={iso} title={when} className={className}>
      {text}
    </time>
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer shared by all instances; each renders only when its text changes. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

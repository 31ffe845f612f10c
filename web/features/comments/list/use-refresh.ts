import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'

/** Milliseconds. Thousands of pages may show one event, so each waits for a random time before it asks. */
const [soonest, spread, longest] = [100, 1_000, 5_000]
/** A slow answer means a busy server: the next request may wait up to this many times as long as the answer took. */
const restraint = 4

interface Refresh {
  /** The newest version that the server announced; null until it announced one. */
  told: number | null
  /** The version of the shown list; null while there is none. */
  shown: number | null
  /** Another request is running, which has precedence. */
  busy: boolean
  /** Fetches the list again; resolves to false where something else intervened and it must be tried again. */
  refresh: RefObject<() => Promise<boolean>>
}

/** Calls `refresh` a moment after the server announced a higher version than the shown one. */
export function useRefresh({ told, shown, busy, refresh }: Refresh) {
  const [round, setRound] = useState(0)
  const due = useRef<number | null>(null)
  const isRunning = useRef(false)
  const upTo = useRef(spread)
  /** The announced version that was fetched last, or refused: if the list is still older, it is not fetched for this
   *  version again. */
  const settled = useRef<number | null>(null)
  const isOld = told !== null && shown !== null && told > shown

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round checks again.
  useEffect(() => {
    if (!isOld || told === settled.current) {
      due.current = null
      return
    }
    if (busy || isRunning.current) return
    // Later announcements do not postpone the request.
    due.current ??= performance.now() + soonest + Math.random() * upTo.current
    const timer = setTimeout(run, Math.max(0, due.current - performance.now()))
    return () => clearTimeout(timer)

    async function run() {
      due.current = null
      isRunning.current = true
      const started = performance.now()
      try {
        if (await refresh.current()) settled.current = told
        upTo.current = Math.min(longest, Math.max(spread, (performance.now() - started) * restraint))
      } catch (error) {
        // The shown list stays. Where the reader may no longer see the event, the page itself says so.
        if (error instanceof ApiError && [401, 403, 404].includes(error.status)) settled.current = told
        upTo.current = Math.min(longest, upTo.current * 3)
      }
      isRunning.current = false
      setRound((before) => before + 1)
    }
  }, [isOld, told, busy, round, refresh])
}

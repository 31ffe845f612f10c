import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'

/** In milliseconds: thousands look at one event, and do not all ask at once. */
const [soonest, spread, longest] = [100, 1_000, 5_000]
/** Where an answer takes long the server has much to do: one asks later, by so many times as long. */
const restraint = 4

interface Refresh {
  /** What was told last; null as long as nothing was. */
  told: number | null
  /** Of what is shown; null while nothing is. */
  shown: number | null
  /** Something else is being asked for, and goes first. */
  busy: boolean
  /** Fetches anew; false where something else came between, and it is to be tried again. */
  refresh: RefObject<() => Promise<boolean>>
}

/** Calls `refresh` a moment after a higher version was told than the one that is shown. */
export function useRefresh({ told, shown, busy, refresh }: Refresh) {
  const [round, setRound] = useState(0)
  const due = useRef<number | null>(null)
  const isRunning = useRef(false)
  const upTo = useRef(spread)
  /** A version that was asked for in vain: it was another reader's. */
  const settled = useRef<number | null>(null)
  const isOld = told !== null && shown !== null && told > shown

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each round it looks again.
  useEffect(() => {
    if (!isOld || told === settled.current) {
      due.current = null
      return
    }
    if (busy || isRunning.current) return
    // Whatever is told meanwhile does not put it off.
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
        // What is shown stays; the page itself says when it may not be seen any more.
        if (error instanceof ApiError && [401, 403, 404].includes(error.status)) settled.current = told
        upTo.current = Math.min(longest, upTo.current * 3)
      }
      isRunning.current = false
      setRound((before) => before + 1)
    }
  }, [isOld, told, busy, round, refresh])
}

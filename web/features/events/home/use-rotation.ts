import { useEffect, useState, useSyncExternalStore } from 'react'

/** How long each slide is shown, in milliseconds (specification, section 9). */
const pause = 5_000

const still = '(prefers-reduced-motion: reduce)'

/** The active one of `count` slides: the next one every five seconds, round and round. It pauses while `held`,
 *  while the viewer has paused it, and from the start for people who prefer reduced motion. */
export function useRotation(count: number, held: boolean) {
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const calm = useSyncExternalStore(
    subscribeStill,
    () => window.matchMedia(still).matches,
    () => false,
  )
  const running = (chosen ?? !calm) && count > 1

  // `active` restarts the wait: after a move by hand the slide gets its full time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!running || held) return
    const timer = setTimeout(() => setActive((now) => (now + 1) % count), pause)
    return () => clearTimeout(timer)
  }, [running, held, count, active])

  return {
    active: active % Math.max(1, count),
    running,
    toggleRunning: () => setChosen(!running),
    show: (place: number) => setActive((place + count) % count),
  }
}

function subscribeStill(listener: () => void): () => void {
  const query = window.matchMedia(still)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

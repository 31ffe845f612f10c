import type { followEvent } from './follow-event.ts'

/** Follows an event as `followEvent` does, whose code is loaded for it: a page is there before it is followed. Without
 *  that code the page stays as it was loaded. */
export function followSoon(...asked: Parameters<typeof followEvent>): () => void {
  let stop: (() => void) | null = null
  let isStopped = false
  import('./follow-event.ts').then(
    (code) => {
      if (!isStopped) stop = code.followEvent(...asked)
    },
    () => {
      // There is no network, or the server has a newer release.
    },
  )
  return () => {
    isStopped = true
    stop?.()
  }
}

import type { followEvent } from './follow-event.ts'

/** Like `followEvent`, but loads its code first, which the first paint does not need. If the code cannot be loaded,
 *  the page is not kept up to date. */
export function followSoon(...asked: Parameters<typeof followEvent>): () => void {
  let stop: (() => void) | null = null
  let isStopped = false
  import('./follow-event.ts').then(
    (code) => {
      if (!isStopped) stop = code.followEvent(...asked)
    },
    () => {
      // Offline, or the server has a newer release.
    },
  )
  return () => {
    isStopped = true
    stop?.()
  }
}

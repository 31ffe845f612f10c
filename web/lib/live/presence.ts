/** Milliseconds. A short look at another tab does not interrupt the updates. */
const longestAbsence = 15_000

/** Resolves as soon as somebody looks at the page and there is a network, or when `signal` aborts. */
export async function present(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !isPresent()) {
    await new Promise<void>((resolve) => {
      const over = new AbortController()
      const handle = () => {
        over.abort()
        resolve()
      }
      document.addEventListener('visibilitychange', handle, { signal: over.signal })
      window.addEventListener('online', handle, { signal: over.signal })
      signal.addEventListener('abort', handle, { signal: over.signal })
    })
  }
}

const isPresent = () => document.visibilityState === 'visible' && navigator.onLine

/** A signal that aborts with `signal`, when the network is lost, and once nobody has looked at the page for a while,
 *  because the tabs of one browser share few connections to a server. Call `forget` when it is no longer needed. */
export function whilePresent(signal: AbortSignal): { signal: AbortSignal; forget(): void } {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => over.abort()
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') timer = setTimeout(end, longestAbsence)
  }
  const options = { signal: over.signal }
  document.addEventListener('visibilitychange', look, options)
  window.addEventListener('offline', end, options)
  signal.addEventListener('abort', end, options)
  over.signal.addEventListener('abort', () => clearTimeout(timer))
  return { signal: over.signal, forget: end }
}

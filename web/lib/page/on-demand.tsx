import { type ComponentType, startTransition, useEffect, useReducer, useState } from 'react'
import * as m from '#messages/ui.json'
import { notify } from '#web/lib/notices/notice.tsx'

const loading = new Set<Promise<unknown>>()

const notifyMissing = () => notify.failure(m.checkConnection)

/**
 * A component whose code loads once it is `needed`, for parts of a page that most viewers never open. Until then it
 * shows `Placeholder` or nothing. If the code cannot be loaded, a dialog (a component with `onClose`) closes with a
 * notice; anything else tries again once the network is back or the page renders again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  needed: (props: Props) => boolean = () => true,
  Placeholder: ComponentType<Props> | null = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  async function get() {
    loaded ??= await trackLoading(load())
    return loaded
  }
  return function OnDemand(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [, tryAgain] = useReducer((tries: number) => tries + 1, 0)
    useEffect(() => {
      if (Shown || !needed(props)) return
      const gone = new AbortController()
      const { signal } = gone
      const begin = () =>
        get().then(
          (found) => {
            if (!signal.aborted) startTransition(() => setShown(() => found))
          },
          () => {
            if (signal.aborted) return
            if (!('onClose' in props) || typeof props.onClose !== 'function') {
              return window.addEventListener('online', tryAgain, { once: true, signal })
            }
            notifyMissing()
            props.onClose()
          },
        )
      // In a separate task, because several components start loading when a page opens.
      const timer = setTimeout(begin)
      return () => {
        clearTimeout(timer)
        gone.abort()
      }
    })
    if (Shown) return <Shown {...props} />
    return Placeholder ? <Placeholder {...props} /> : null
  }
}

/** Resolves once all code requested so far has loaded or failed. */
export async function pendingCodeLoaded(): Promise<void> {
  await Promise.allSettled([...loading])
}

/** Registers code that is being loaded, so that caching the page for offline use waits for it. */
export function trackLoading<T>(code: Promise<T>): Promise<T> {
  const loaded = code.finally(() => loading.delete(loaded))
  loading.add(loaded)
  return loaded
}

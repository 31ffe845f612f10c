import { type ComponentType, useEffect, useReducer, useState } from 'react'
import { notify } from '#web/lib/notices/notice.tsx'
import { soon } from './soon.ts'

const failure = 'This could not be opened. Please check your connection and try again.'

/** Says that something the reader pressed could not be loaded. */
export const notifyMissing = () => notify.failure(failure)

/** Loads a piece of code once it is first asked for; `known` tells whether it is there. */
export interface Lazy<T> {
  known: () => T | null
  /** Rejects where it cannot be loaded; the next call tries again. */
  get: () => Promise<T>
}

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let known: T | null = null
  return {
    known: () => known,
    async get() {
      known ??= await soon(load())
      return known
    },
  }
}

/**
 * A component whose code is loaded once it is `needed`, for what most readers of a page never open. Until then it shows
 * `Placeholder`, or nothing. Where its code cannot be loaded, a dialog (`onClose`) is closed again with a notice; anything else
 * waits until the network is back or the page is rendered again.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  needed: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  return lateBy(lazy(load), needed)
}

export function lateBy<Props extends object>(
  code: Lazy<ComponentType<Props>>,
  needed: (props: Props) => boolean,
  Placeholder: ComponentType<Props> | null = null,
): ComponentType<Props> {
  return function Late(props: Props) {
    const [Shown, setShown] = useState(code.known)
    const [, tryAgain] = useReducer((tries: number) => tries + 1, 0)
    useEffect(() => {
      if (Shown || !needed(props)) return
      const gone = new AbortController()
      const { signal } = gone
      code.get().then(
        (loaded) => {
          if (!signal.aborted) setShown(() => loaded)
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
      return () => gone.abort()
    })
    if (Shown) return <Shown {...props} />
    return Placeholder ? <Placeholder {...props} /> : null
  }
}

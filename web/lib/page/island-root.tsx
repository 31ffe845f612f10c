import { type ReactNode, startTransition, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { announceFailing, announceReady, dehydrated } from './code-start.ts'
import { notifyMissing } from './late.tsx'

/** The distance to the screen at which an island is loaded: one screen. */
const nearby = '100% 0px'

/** What an island is given: as the server rendered it, and as it is now. */
export interface Given<T> {
  first: () => T
  now: () => T
  put: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

export function givenOf<T>(first: T): Given<T> {
  let now = first
  const listeners = new Set<() => void>()
  return {
    first: () => first,
    now: () => now,
    put(value) {
      now = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Renders what was rendered before, and then, with the elements alive, what is given now. */
interface IslandRoot<T> {
  ground: HTMLElement
  given: Given<T>
  /** Loads the code, and resolves to what renders the island. */
  load: () => Promise<(value: T) => ReactNode>
  /** Called where the island throws: an error of a root of its own reaches no boundary of the page. */
  onError: (error: unknown) => void
}

/** Brings the rendered elements in `ground` to life once `wake` is called, or their reader needs them; `end` takes the
 *  island away. */
export function islandRoot<T>({ ground, given, load, onError }: IslandRoot<T>): { wake: () => void; end: () => void } {
  let root: Root | null = null
  let [isWanted, isLoading, isPressed, isEnded] = [false, false, false, false]
  const waiting = new AbortController()

  async function wake() {
    isWanted = true
    if (isLoading || waiting.signal.aborted) return
    isLoading = true
    try {
      const render = await load()
      if (!waiting.signal.aborted) hydrate(render)
    } catch {
      if (isPressed) tellFailure()
    }
    ;[isLoading, isPressed] = [false, false]
  }

  function hydrate(render: (value: T) => ReactNode) {
    waiting.abort()
    const alive = <Alive ground={ground} given={given} render={render} />
    startTransition(() => {
      root = hydrateRoot(ground, alive, {
        onUncaughtError: onError,
        // A root that is taken away before it is alive tells that it could not be hydrated.
        onRecoverableError: (error) => isEnded || reportError(error),
      })
    })
  }

  function handleTouch({ type, target }: Event) {
    isPressed ||= type === 'click' && target instanceof Element && target.closest('button') !== null
    void wake()
  }

  const near = new IntersectionObserver(
    (seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) void wake()
    },
    { rootMargin: nearby },
  )
  near.observe(ground)
  waiting.signal.addEventListener('abort', () => near.disconnect())
  for (const touch of ['pointerdown', 'keydown', 'focusin', 'click']) {
    ground.addEventListener(touch, handleTouch, { capture: true, signal: waiting.signal })
  }
  window.addEventListener('online', () => isWanted && wake(), { signal: waiting.signal })
  if (holdsFocus(ground) || isNamed(ground)) void wake()

  return {
    wake,
    end() {
      isEnded = true
      waiting.abort()
      // React does not let one root be taken away while it renders another.
      queueMicrotask(() => root?.unmount())
    },
  }
}

/** What failed is not done by itself later, when its reader may be doing something else. */
function tellFailure() {
  announceFailing()
  notifyMissing()
}

const holdsFocus = (ground: HTMLElement) => ground.contains(document.activeElement)

/** Whether the address names an element of the island. */
const isNamed = (ground: HTMLElement) => ground.contains(document.getElementById(window.location.hash.slice(1)))

interface AliveProps<T> extends Pick<IslandRoot<T>, 'ground' | 'given'> {
  render: (value: T) => ReactNode
}

function Alive<T>({ ground, given, render }: AliveProps<T>) {
  const value = useSyncExternalStore(given.subscribe, given.now, given.first)
  // Not before: while React hydrates a root in an element that another root has rendered, it drops what is pressed there.
  useLayoutEffect(() => ground.removeAttribute(dehydrated), [ground])
  // It runs after the effects of all components of the island.
  useEffect(announceReady, [])
  return render(value)
}

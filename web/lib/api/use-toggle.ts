import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { settle } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'
import { ApiError } from './api-error.ts'

/** On for the viewer, and the total of all people. */
export interface Toggled {
  on: boolean
  total: number
}

interface ToggleOptions {
  /** The name that all buttons of the same thing on a page share: 'like 7'. */
  name: string
  /** The state in the page's data. */
  loaded: Toggled
  /** Resolves to the new state. */
  send: () => Promise<Toggled>
  /** Shows the new state at once, and reverts it when the server refuses. */
  optimistic: boolean
  /** `attempt` is the name of the attempt: a notice with it disappears when the toggle succeeds later. */
  onFailure: (error: unknown, attempt: string) => void
}

/** The state after a toggle, shown instead of the page's data until that is loaded again. */
interface Change {
  since: unknown
  now: Toggled
}

const changes = new Map<string, Change>()
const running = new Set<string>()
const listeners = new Set<() => void>()

/** A toggle whose buttons on a page agree if they share a name. Visitors are sent to /login and back. */
export function useToggle({ name, loaded, send, optimistic, onFailure }: ToggleOptions) {
  const since: unknown = useLoaderData()
  const change = useSyncExternalStore(
    subscribe,
    () => changes.get(name),
    () => undefined,
  )
  const shown = change && change.since === since ? change.now : loaded
  // The page's data may be loaded again during the request, whose answer is newer still.
  const newest = useRef(since)
  useEffect(() => {
    newest.current = since
  }, [since])
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const goToLogin = () => navigate(loginPath(pathname + search))

  async function toggle() {
    if (readSession() === null) return goToLogin()
    if (running.has(name)) return
    running.add(name)
    setBusy(true)
    if (optimistic) put(name, { since, now: turned(shown) })
    try {
      let now = await send()
      // The page was out of date, so the server toggled to the state that was shown already; this toggles once more.
      if (now.on === shown.on) now = await send()
      put(name, { since: newest.current, now })
      settle(name)
    } catch (error) {
      put(name, { since, now: shown })
      if (error instanceof ApiError && error.status === 401) goToLogin()
      else onFailure(error, name)
    } finally {
      running.delete(name)
      setBusy(false)
    }
  }

  return { ...shown, busy, toggle }
}

function turned({ on, total }: Toggled): Toggled {
  return { on: !on, total: Math.max(0, total + (on ? -1 : 1)) }
}

function put(name: string, change: Change) {
  changes.set(name, change)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { clockNow } from '#web/lib/clock.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { settle } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'
import { readRecent, writeRecent } from '#web/lib/storage/storage.ts'
import { ApiError } from './api-error.ts'

/** Whether it is on for the viewer, and how many people have it on. */
export interface Toggled {
  on: boolean
  total: number
}

interface ToggleOptions {
  /** Shared by all buttons on a page that toggle the same thing: 'like 7'. */
  name: string
  /** The state in the page's data. */
  loaded: Toggled
  /** Resolves to the new state. */
  send: () => Promise<Toggled>
  /** Shows the new state at once, and reverts it when the server refuses. */
  optimistic: boolean
  /** A notice with the name `attempt` disappears once the toggle succeeds. */
  onFailure: (error: unknown, attempt: string) => void
}

/** The state after a toggle, shown instead of the page's data until that is reloaded. */
interface Change {
  since: unknown
  now: Toggled
}

/** What was pressed without a session, stored until the person has logged in: LINE and mailed links leave the page. As with Apply
 *  Now it is not in the URL: a link alone must not switch anything. */
interface Press {
  name: string
  on: boolean
  at: number
}
const key = 'pressed'

const changes = new Map<string, Change>()
const running = new Set<string>()
const { subscribe, emit } = createListeners()

/** A toggle. Buttons with the same name show the same state. Visitors are sent to /login; it is switched when they are back. */
export function useToggle({ name, loaded, send, optimistic, onFailure }: ToggleOptions) {
  const since: unknown = useLoaderData()
  const change = useSyncExternalStore(
    subscribe,
    () => changes.get(name),
    () => undefined,
  )
  const shown = change && change.since === since ? change.now : loaded
  // The page's data may reload during the request, but the request's answer is newer.
  const newest = useRef(since)
  useEffect(() => {
    newest.current = since
  }, [since])
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  function goToLogin() {
    writeRecent<Press>(key, { name, on: !shown.on, at: clockNow() })
    return navigate(loginPath(pathname + search))
  }

  async function toggle() {
    if (readSession() === null) return goToLogin()
    if (running.has(name)) return
    running.add(name)
    setBusy(true)
    if (optimistic) setChange(name, { since, now: toggled(shown) })
    try {
      let now = await send()
      // The page was out of date, so the server toggled to the state already shown: toggle again.
      if (now.on === shown.on) now = await send()
      setChange(name, { since: newest.current, now })
      settle(name)
    } catch (error) {
      setChange(name, { since, now: shown })
      if (error instanceof ApiError && error.status === 401) goToLogin()
      else onFailure(error, name)
    } finally {
      running.delete(name)
      setBusy(false)
    }
  }

  // Back from /login. Coming back without logging in drops the press.
  const resume = useEffectEvent(() => {
    const press = readRecent<Press>(key)
    if (press?.name !== name) return
    writeRecent(key, null)
    if (readSession() !== null && press.on !== shown.on) void toggle()
  })
  useEffect(() => resume(), [])

  return { ...shown, busy, toggle }
}

function toggled({ on, total }: Toggled): Toggled {
  return { on: !on, total: Math.max(0, total + (on ? -1 : 1)) }
}

function setChange(name: string, change: Change) {
  changes.set(name, change)
  emit()
}

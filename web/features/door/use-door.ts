import { useEffect, useState, useSyncExternalStore } from 'react'
import { createDoor, type DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import type { OpenedDoor } from '#web/features/door/phone/open-door.ts'

/** How often the phone asks for changes, in milliseconds: what another phone did is known here within seconds. */
const every = 5_000
const everyOffline = 2_000

/** The door and its state, refreshed as long as the page is open. */
export function useDoor(opened: OpenedDoor): { door: DoorOnPhone; state: DoorState } {
  const [door] = useState(() => createDoor(opened))
  const state = useSyncExternalStore(door.subscribe, door.read, door.read)
  useEffect(() => keepRefreshing(door), [door])
  return { door, state }
}

/** Refreshes the door again and again. Returns a function that stops it. */
function keepRefreshing(door: DoorOnPhone): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let stopped = false

  async function refresh() {
    if (running) return
    clearTimeout(timer)
    running = true
    await door.refresh().catch(console.error)
    running = false
    if (!stopped) timer = setTimeout(refreshIfVisible, door.read().online ? every : everyOffline)
  }
  function refreshIfVisible() {
    clearTimeout(timer)
    // A hidden page refreshes only to send waiting scans as soon as possible.
    if (document.visibilityState === 'visible' || door.read().scans.some(({ waiting }) => waiting)) void refresh()
    else timer = setTimeout(refreshIfVisible, every)
  }
  function showOffline() {
    door.change({ online: false })
  }

  void refresh()
  window.addEventListener('online', refresh)
  window.addEventListener('offline', showOffline)
  document.addEventListener('visibilitychange', refreshIfVisible)
  return () => {
    stopped = true
    clearTimeout(timer)
    window.removeEventListener('online', refresh)
    window.removeEventListener('offline', showOffline)
    document.removeEventListener('visibilitychange', refreshIfVisible)
  }
}

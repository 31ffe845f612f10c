import { useEffect, useState, useSyncExternalStore } from 'react'
import { createDoor, type DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import type { OpenedDoor } from '#web/features/door/phone/open-door.ts'

/** How often this phone asks for the changes made by other phones. */
const refreshMs = 5_000
const refreshOfflineMs = 2_000

/** The door and its state, refreshed while the page is open. */
export function useDoor(opened: OpenedDoor): { door: DoorOnPhone; state: DoorState } {
  const [door] = useState(() => createDoor(opened))
  const state = useSyncExternalStore(door.subscribe, door.read, door.read)
  useEffect(() => keepRefreshing(door), [door])
  return { door, state }
}

/** Refreshes the door periodically. Returns a function that stops it. */
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
    if (!stopped) timer = setTimeout(refreshIfVisible, door.read().online ? refreshMs : refreshOfflineMs)
  }
  function refreshIfVisible() {
    clearTimeout(timer)
    // A hidden page refreshes only while it has scans to send.
    if (document.visibilityState === 'visible' || door.read().scans.some(({ waiting }) => waiting)) void refresh()
    else timer = setTimeout(refreshIfVisible, refreshMs)
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

import { useEffect, useState, useSyncExternalStore } from 'react'
import { createDoor, type DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import type { OpenedDoor } from '#web/features/door/phone/open-door.ts'
import { mergeAnswer } from '#web/features/door/phone/snapshot.ts'
import { followEvent } from '#web/lib/live/follow-event.ts'

/** How often the phone asks for changes, in milliseconds: what another phone did is known here within seconds. Without an
 *  answer it retries sooner at first, then less and less often. */
const every = 5_000
const shortest = 2_000
const longest = 15_000

/** The door and its state, refreshed for as long as the page is open. */
export function useDoor(opened: OpenedDoor): { door: DoorOnPhone; state: DoorState } {
  const [door] = useState(() => createDoor(opened))
  const state = useSyncExternalStore(door.subscribe, door.read, door.read)
  useEffect(() => keepUp(door), [door])
  useEffect(() => (door.isOwner ? followCount(door) : undefined), [door])
  return { door, state }
}

/** Follows the count of people inside at all gates, for the owner; helpers without an account get it with the next
 *  refresh. Returns a function that stops it. */
function followCount(door: DoorOnPhone): () => void {
  return followEvent(
    { eventId: door.eventId, link: undefined },
    {
      onEvent({ checked_in, current_attendees: held }) {
        const { snapshot } = door.read()
        if (checked_in !== null) door.change({ snapshot: mergeAnswer(snapshot, { checked_in, held }, []) })
      },
      // The next refresh finds the reason, and closes the door if it must.
      onGone: () => undefined,
      onRefused: () => undefined,
    },
  )
}

/** Refreshes the door again and again. Returns a function that stops it. */
function keepUp(door: DoorOnPhone): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = every
  let running = false
  let left = false

  async function now() {
    if (running) return
    clearTimeout(timer)
    running = true
    await door.refresh().catch(console.error)
    running = false
    wait = door.read().online ? every : Math.min(wait === every ? shortest : wait * 2, longest)
    if (!left) timer = setTimeout(whileVisible, wait)
  }
  function whileVisible() {
    clearTimeout(timer)
    // A hidden page does not refresh, except to send waiting scans as soon as possible.
    if (document.visibilityState === 'visible' || door.read().scans.some(({ waiting }) => waiting)) void now()
    else timer = setTimeout(whileVisible, every)
  }
  /** Makes the next try sooner after a scan found no server. */
  function hasten() {
    if (running || door.read().online || wait !== every) return
    clearTimeout(timer)
    wait = shortest
    timer = setTimeout(whileVisible, wait)
  }
  function lost() {
    door.change({ online: false })
  }

  void now()
  const unfollow = door.subscribe(hasten)
  window.addEventListener('online', now)
  window.addEventListener('offline', lost)
  document.addEventListener('visibilitychange', whileVisible)
  return () => {
    left = true
    unfollow()
    clearTimeout(timer)
    window.removeEventListener('online', now)
    window.removeEventListener('offline', lost)
    document.removeEventListener('visibilitychange', whileVisible)
  }
}

import { useEffect, useState } from 'react'
import { onTouch } from './touches.ts'

/** Whether the screen is kept from going dark: not `asked` before the first touch, `refused` also where the browser cannot. */
export type Awake = 'asked not yet' | 'kept' | 'refused'

/** Keeps the screen awake from the first touch on: a dark one would cost a touch for every ticket. A browser lets go of the
 *  screen while the page is hidden, so it is asked again when the page is back. */
export function useAwake(): Awake {
  const [awake, setAwake] = useState<Awake>('asked not yet')

  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let touched = false
    let left = false

    async function ask() {
      if (!touched || document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return
      try {
        // Missing over plain http and in older browsers, whatever the types say.
        const given = await navigator.wakeLock.request('screen')
        if (left) return void given.release()
        lock = given
        setAwake('kept')
        // A phone that saves its battery takes the screen back while the page is in sight.
        given.addEventListener('release', () => {
          if (!left && document.visibilityState === 'visible') setAwake('refused')
        })
      } catch {
        setAwake('refused')
      }
    }
    const stop = onTouch(() => {
      touched = true
      void ask()
    })
    document.addEventListener('visibilitychange', ask)
    return () => {
      left = true
      stop()
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])

  return awake
}

import { useEffect, useEffectEvent, useState } from 'react'
import type { KeptScan } from '#web/features/door/phone/kept-scan.ts'
import { keepMuted, readMuted, sound, wakeSound } from './sounds.ts'
import { onTouch } from './touches.ts'

export interface Sound {
  muted: boolean
  toggleMuted: () => void
  /** `asleep` until the first touch, `none` where this browser plays no sound. */
  state: 'asleep' | 'awake' | 'none'
}

/** Plays a sound for every answer, unless muted; the choice is remembered on this phone. The first touch turns it on. */
export function useSound(answer: KeptScan | null): Sound {
  const [muted, setMuted] = useState(readMuted)
  const [state, setState] = useState<Sound['state']>('asleep')
  const say = useEffectEvent((good: boolean) => sound(good, muted))
  const scanId = answer?.scan_id
  const good = answer?.verdict === 'checked_in'

  useEffect(() => {
    if (scanId !== undefined) say(good)
  }, [scanId, good])

  // Every touch, because a phone call or another app may have put the sound to sleep again.
  useEffect(() => onTouch(() => void wakeSound().then((works) => setState(works ? 'awake' : 'none'))), [])

  function toggleMuted() {
    setMuted(!muted)
    keepMuted(!muted)
  }
  return { muted, toggleMuted, state }
}

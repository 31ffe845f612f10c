import { useEffect, useEffectEvent, useState } from 'react'
import type { KeptScan } from '#web/features/door/phone/kept-scan.ts'
import { keepMuted, readMuted, sound, wakeSound } from './sounds.ts'

/** Every answer sounds once, unless somebody wants it quiet, which is remembered. */
export function useAnswerSound(answer: KeptScan | null) {
  const [muted, setMuted] = useState(readMuted)
  const say = useEffectEvent((good: boolean) => sound(good, muted))
  const scanId = answer?.scan_id
  const good = answer?.verdict === 'admitted'

  useEffect(() => {
    if (scanId !== undefined) say(good)
  }, [scanId, good])

  useEffect(() => {
    const touches = ['pointerdown', 'keydown'] as const
    for (const touch of touches) document.addEventListener(touch, wakeSound)
    return () => {
      for (const touch of touches) document.removeEventListener(touch, wakeSound)
    }
  }, [])

  function toggleMuted() {
    setMuted(!muted)
    keepMuted(!muted)
  }
  return { muted, toggleMuted }
}

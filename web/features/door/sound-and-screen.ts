import { useEffect, useEffectEvent, useState } from 'react'
import type { SavedScan } from '#web/features/door/phone/scan.ts'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'

export interface Sound {
  muted: boolean
  toggleMuted: () => void
  /** `asleep` until the first touch, and while the phone has suspended it; `none` if this browser cannot play sound. */
  state: 'asleep' | 'awake' | 'none'
}

/** Plays a sound for every answer unless muted; the choice is saved on this phone. Sound starts with the first touch. */
export function useSound(answer: SavedScan | null): Sound {
  const [muted, setMuted] = useState(readMuted)
  const [state, setState] = useState<Sound['state']>('asleep')
  const playAnswer = useEffectEvent((good: boolean) => signal(good, muted))
  const scanId = answer?.scan_id
  const good = answer?.verdict === 'checked_in'

  useEffect(() => {
    if (scanId !== undefined) playAnswer(good)
  }, [scanId, good])

  // On every touch, because a phone call or another app may have suspended it.
  useEffect(() => onTouch(() => void wakeSound(setState)), [])

  function toggleMuted() {
    setMuted(!muted)
    saveMuted(!muted)
  }
  return { muted, toggleMuted, state }
}

/** Hertz and seconds. */
type Tone = readonly [frequency: number, start: number, length: number]

const welcome: Tone[] = [
  [880, 0, 0.09],
  [1_320, 0.1, 0.16],
]
const refused: Tone[] = [
  [220, 0, 0.18],
  [165, 0.22, 0.32],
]
const vibrationMs = { good: [60], bad: [180, 80, 180] }

let context: AudioContext | null = null

/** Enables sound, which browsers allow only after a touch, and reports its state now and whenever it changes. */
async function wakeSound(onState: (state: Sound['state']) => void): Promise<void> {
  try {
    context ??= new AudioContext()
    const audio = context
    const report = () => onState(audio.state === 'running' ? 'awake' : 'asleep')
    audio.onstatechange = report
    if (audio.state !== 'running') await audio.resume()
    report()
  } catch {
    onState('none')
  }
}

/** Plays two rising high tones for good, two falling low ones for bad. Vibrates even if muted. */
function signal(good: boolean, muted: boolean): void {
  navigator.vibrate?.(good ? vibrationMs.good : vibrationMs.bad)
  if (muted || context?.state !== 'running') return
  for (const tone of good ? welcome : refused) play(context, tone, good ? 'sine' : 'square')
}

function play(audio: AudioContext, [frequency, start, length]: Tone, type: OscillatorType) {
  const from = audio.currentTime + start
  const [tone, volume] = [new OscillatorNode(audio, { type, frequency }), new GainNode(audio)]
  volume.gain.setValueAtTime(type === 'sine' ? 0.5 : 0.2, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + length)
  tone.connect(volume).connect(audio.destination)
  tone.start(from)
  tone.stop(from + length)
}

const mutedKey = 'door-muted'

const readMuted = () => readItem('localStorage', mutedKey) === 'yes'
const saveMuted = (muted: boolean) => writeItem('localStorage', mutedKey, muted ? 'yes' : 'no')

/** Whether the screen stays on: `unknown` before the first touch. */
export type ScreenLock = 'unknown' | 'on' | 'refused'

/** Keeps the screen on from the first touch. Browsers release the lock while the page is hidden, so it is requested again
 *  afterwards. */
export function useScreenLock(): ScreenLock {
  const [state, setState] = useState<ScreenLock>('unknown')

  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let touched = false
    let stopped = false

    async function request() {
      if (!touched || document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return
      try {
        // Despite its type, missing over plain http and in older browsers.
        const granted = await navigator.wakeLock.request('screen')
        if (stopped) return void granted.release()
        lock = granted
        setState('on')
        // In power-saving mode a phone releases the lock even while the page is visible.
        granted.addEventListener('release', () => {
          if (!stopped && document.visibilityState === 'visible') setState('refused')
        })
      } catch {
        setState('refused')
      }
    }
    const stopListening = onTouch(() => {
      touched = true
      void request()
    })
    document.addEventListener('visibilitychange', request)
    return () => {
      stopped = true
      stopListening()
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [])

  return state
}

/** Browsers accept only the end of a touch as a user action, not its start. */
const touchEvents = ['pointerup', 'keydown'] as const

/** Calls back on every touch or key. Returns a function that stops it. */
function onTouch(listener: () => void): () => void {
  for (const touch of touchEvents) document.addEventListener(touch, listener)
  return () => {
    for (const touch of touchEvents) document.removeEventListener(touch, listener)
  }
}

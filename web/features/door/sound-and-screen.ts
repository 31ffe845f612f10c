import { useEffect, useEffectEvent, useState } from 'react'
import type { KeptScan } from '#web/features/door/phone/scan.ts'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'

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

/** Frequency in hertz, start and length in seconds. */
type Tone = readonly [frequency: number, start: number, length: number]

const welcome: Tone[] = [
  [880, 0, 0.09],
  [1_320, 0.1, 0.16],
]
const refused: Tone[] = [
  [220, 0, 0.18],
  [165, 0.22, 0.32],
]
const patterns = { good: [60], bad: [180, 80, 180] }

let context: AudioContext | null = null

/** Enables sound, which browsers allow only after a touch. False where this browser plays none: colour, words and
 *  vibration remain. */
export async function wakeSound(): Promise<boolean> {
  try {
    context ??= new AudioContext()
    if (context.state !== 'running') await context.resume()
    return true
  } catch {
    return false
  }
}

/** Plays two rising high tones for good and two falling low ones for bad. The phone vibrates too, muted or not. */
export function sound(good: boolean, muted: boolean): void {
  navigator.vibrate?.(good ? patterns.good : patterns.bad)
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

export const readMuted = () => readItem('localStorage', mutedKey) === 'yes'
export const keepMuted = (muted: boolean) => writeItem('localStorage', mutedKey, muted ? 'yes' : 'no')

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

/** What browsers count as somebody being there: of a finger the end of its touch, not the beginning. */
const touches = ['pointerup', 'keydown'] as const

/** Calls back at every touch or key. Returns a function that stops it. */
export function onTouch(listener: () => void): () => void {
  for (const touch of touches) document.addEventListener(touch, listener)
  return () => {
    for (const touch of touches) document.removeEventListener(touch, listener)
  }
}

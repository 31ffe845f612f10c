import { readItem, writeItem } from '#web/lib/storage/storage.ts'

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

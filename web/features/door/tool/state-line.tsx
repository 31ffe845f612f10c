import type { Awake } from './use-awake.ts'
import type { Sound } from './use-sound.ts'

/** What this phone does by itself while it is a tool: one quiet line. */
export function StateLine({ sound, awake }: { sound: Sound; awake: Awake }) {
  return (
    <p role="status" className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
      <span>{soundWords(sound)}</span>
      {awake === 'asked not yet' ? null : <span>{awake === 'kept' ? 'Screen stays on' : 'Screen may go dark'}</span>}
    </p>
  )
}

function soundWords({ state, muted }: Sound): string {
  if (muted) return 'Sound is off'
  if (state === 'none') return 'This browser plays no sound'
  return state === 'awake' ? 'Sound is on' : 'Touch to turn sound on'
}

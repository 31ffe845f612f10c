import { opensIn } from '#web/lib/clock/until.ts'

/** How long it still takes until `opensAt`. Told to screen readers who come to it, and not every second: what stands
 *  beside it says when, and that it has opened is told once (LiveNews). */
export function Countdown({ opensAt, now }: { opensAt: number; now: number }) {
  return (
    <p role="timer" aria-live="off" className="figures font-medium text-ink">
      {opensIn(opensAt, now)}
    </p>
  )
}

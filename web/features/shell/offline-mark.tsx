import { useOnline } from '#web/lib/online.ts'

/** Says in the top bar of every page that there is no network. Large text makes its word no larger than the bar has
 *  room for. */
export function OfflineMark() {
  const online = useOnline()
  return (
    // It is there from the start, because screen readers announce only what changes.
    <p aria-live="polite" className="shrink-0 text-[min(var(--text-sm),4vw)] font-medium text-warning">
      {online ? null : <span className="rounded-full bg-warning-soft px-[min(0.625rem,2.5vw)] py-1">Offline</span>}
    </p>
  )
}

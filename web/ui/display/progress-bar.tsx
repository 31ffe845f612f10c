/** The progress of an upload or other work, from 0 to 1. */
export function ProgressBar({ label, done }: { label: string; done: number }) {
  const percent = Math.round(done * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div className="gradient h-full rounded-full transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}

import { classes } from './classes.ts'

/** The current step of a form with several steps; `step` counts from 0. */
export function StepProgress({ steps, step }: { steps: readonly string[]; step: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={1}
      aria-valuemax={steps.length}
      aria-valuenow={step + 1}
      aria-valuetext={`Step ${step + 1} of ${steps.length}: ${steps[step]}`}
      className="flex gap-2"
    >
      {steps.map((label, place) => (
        <div key={label} className="flex min-w-0 flex-1 flex-col gap-1.5">
          <span className={classes('h-1.5 rounded-full transition', place <= step ? 'gradient' : 'bg-line')} />
          <span
            className={classes(
              'text-[min(var(--text-xs),4vw)]/relaxed wrap-anywhere',
              place === step ? 'font-medium text-accent-ink' : 'text-ink-soft',
            )}
          >
            {label}
          </span>
        </div>
      ))}
    </div>
  )
}

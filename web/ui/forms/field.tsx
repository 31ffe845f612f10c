import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/display/classes.ts'

/** What ties a control to its label, hint and error: spread it onto the control. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldProps {
  label: string
  /** Stands under the label before anything is typed; not while `error` says the same. */
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Shows '12/50', and is told to screen readers with the hint. */
  count?: { used: number; max: number }
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control. `{(control) => <TextInput {...control} {...register('email')} />}` */
export function Field({ label, hint, error, required, count, className, children }: FieldProps) {
  const id = useId()
  const parts = { hint: `${id}hint`, error: `${id}error`, count: `${id}count` }
  // Where the error says the same, once is enough.
  const shownHint = hint === error ? undefined : hint
  const described = [shownHint ? parts.hint : null, count ? parts.count : null, error ? parts.error : null]
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {count ? (
          <span
            id={parts.count}
            className={classes('figures text-xs', count.used > count.max ? 'text-danger' : 'text-ink-soft')}
          >
            {count.used}/{count.max}
          </span>
        ) : null}
      </div>
      {shownHint ? (
        <p id={parts.hint} className="text-sm text-ink-soft">
          {shownHint}
        </p>
      ) : null}
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {error ? (
        <p id={parts.error} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {error}
        </p>
      ) : null}
    </div>
  )
}

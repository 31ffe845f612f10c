import { CircleAlert } from 'lucide'
import { type ReactNode, useId } from 'react'
import * as m from '#messages/ui.json'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { RichText } from '#web/ui/display/rich-text.tsx'

/** The attributes that connect a control with its label, hint and error: spread them onto the control. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldProps {
  label: string
  /** Shown under the label, unless `error` is the same text. */
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Shows the mark for required fields, in a form that explains it with `RequiredNote`. */
  marked?: boolean
  /** Shown as '12/50'; screen readers read it with the hint. */
  count?: { used: number; max: number }
  /** Additional controls at the end of the label's line. */
  aside?: ReactNode
  /** Shows the hint on the label's line if it fits there. */
  beside?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control. `{(control) => <TextInput {...control} {...register('email')} />}` */
export function Field({ label, hint, error, required, marked, count, aside, beside, className, children }: FieldProps) {
  const id = useId()
  const parts = { hint: `${id}hint`, error: `${id}error`, count: `${id}count` }
  // An error that repeats the hint replaces it.
  const shownHint = hint === error ? undefined : hint
  const hintLine = shownHint ? (
    <p id={parts.hint} className="text-sm wrap-anywhere text-ink-soft">
      {shownHint}
    </p>
  ) : null
  const described = [shownHint ? parts.hint : null, count ? parts.count : null, error ? parts.error : null]
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0">
          <label htmlFor={id} className="font-medium wrap-anywhere">
            {label}
          </label>
          {marked ? <RequiredMark /> : null}
        </span>
        {beside ? hintLine : null}
        {count ? (
          <span
            id={parts.count}
            className={classes('figures text-xs', count.used > count.max ? 'text-danger' : 'text-ink-soft')}
          >
            {count.used}/{count.max}
          </span>
        ) : null}
        {aside}
      </div>
      {beside ? null : hintLine}
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {error ? <FieldError id={parts.error}>{error}</FieldError> : null}
    </div>
  )
}

interface FieldErrorProps {
  id?: string
  role?: 'alert'
  children: string
}

/** What is wrong with an entry. */
export function FieldError({ id, role, children }: FieldErrorProps) {
  return (
    <p id={id} role={role} className="flex items-start gap-1.5 text-sm text-danger">
      <Icon icon={CircleAlert} className="mt-1 size-4 shrink-0" />
      {children}
    </p>
  )
}

/** Explains the mark. Screen readers say 'required' at each control. */
export function RequiredNote() {
  return (
    <p aria-hidden className="text-sm text-ink-soft *:ml-0">
      <RichText text={m.requiredNote} tags={{ mark: () => <RequiredMark /> }} />
    </p>
  )
}

/** Put it after the label. */
export function RequiredMark() {
  return (
    <span aria-hidden className="ml-1 font-medium text-danger">
      *
    </span>
  )
}

import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/ui/display/classes.ts'

/** One line of text, or a date, email: any `type` of input that one types into. Numbers are text with an `inputMode`:
 *  browsers take no Thai digits for a `type="number"`, and let the wheel count it up and down. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes('control', className)} />
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={classes('control resize-y', className)} />
}

/** Day and time, in the event's zone: see toInput and fromInput of contract/dates.ts. */
export function DateTimeInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type="datetime-local" className={classes('control figures', className)} />
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { value: string; label: string }[]
  /** First entry, which stands for nothing chosen: 'Select an option'. */
  placeholder?: string
}

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={classes('control appearance-none pr-10', className)}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3 right-3 size-5 text-ink-soft" />
    </span>
  )
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
}

/** Yes or no, which changes what the form shows at once ('Online event'); its label is part of it, so it stands without a Field. */
export function Switch({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <label className={classes('flex min-h-11 items-start gap-3 py-2', className)}>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is checked.
        role="switch"
        className="relative mt-0.5 h-6 w-11 shrink-0 appearance-none rounded-full bg-control transition before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-white before:transition checked:bg-accent checked:before:translate-x-5"
      />
      <ChoiceLabel label={label} hint={hint} />
    </label>
  )
}

function ChoiceLabel({ label, hint }: { label: ReactNode; hint: ReactNode }) {
  return (
    <span>
      <span className="font-medium">{label}</span>
      {hint ? <span className="block text-sm text-ink-soft">{hint}</span> : null}
    </span>
  )
}

import { ChevronDown, Eye, EyeOff } from 'lucide'
import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from 'react'
import { asGregorian } from '#contract/date-input.ts'
import { inAscii } from '#contract/numbers.ts'
import * as m from '#messages/ui.json'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'

/** A single-line input of any `type` that people type into. For numbers, use text with an `inputMode`:
 *  `type="number"` rejects Thai digits, and the wheel changes its value. Dates, phone numbers and numbers are shown back in
 *  the usual form while they are typed: Buddhist years as Gregorian ones, Thai digits as ASCII ones. */
export function TextInput({ className, onChange, ...rest }: ComponentProps<'input'>) {
  const usual = usualForm(rest)

  function handleChange(change: ChangeEvent<HTMLInputElement>) {
    const { target } = change
    const written = usual(target.value)
    if (written !== target.value) {
      const caret = target.selectionStart
      target.value = written
      // Dates have none, and Thai digits are as long as others.
      if (caret !== null) target.setSelectionRange(caret, caret)
    }
    return onChange?.(change)
  }

  return <input {...rest} onChange={handleChange} className={classes('control', className)} />
}

/** A text to copy: all of it is selected on focus. */
export function CopyInput(props: ComponentProps<'input'>) {
  return <TextInput {...props} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
}

function usualForm({ type, inputMode }: ComponentProps<'input'>): (typed: string) => string {
  if (type === 'date' || type === 'datetime-local') return asGregorian
  const isNumber = type === 'tel' || inputMode === 'numeric' || inputMode === 'decimal'
  return isNumber ? inAscii : (typed) => typed
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={classes('control resize-y', className)} />
}

/** A date and time in the event's time zone: see toInput and fromInput in contract/dates.ts. */
export function DateTimeInput({ className, ...rest }: ComponentProps<'input'>) {
  return <TextInput {...rest} type="datetime-local" className={classes('figures', className)} />
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { value: string; label: string }[]
  /** The option for no choice: 'Select an option'. */
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
      <Icon icon={ChevronDown} className="pointer-events-none absolute top-3 right-3 text-ink-soft" />
    </span>
  )
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
}

/** A switch that takes effect at once ('Online event'). It includes its label, so it needs no Field. */
export function Switch({ label, hint, className, ...rest }: ChoiceProps) {
  return (
    <label className={classes('flex min-h-11 items-start gap-3 py-2', className)}>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its checked state itself.
        role="switch"
        className="relative mt-0.5 h-6 w-11 shrink-0 appearance-none rounded-full bg-control transition before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-white before:transition checked:bg-accent checked:before:translate-x-5 forced-colors:appearance-auto forced-colors:before:hidden"
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

/** A password field with a button to show the password. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <TextInput
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-12"
      />
      <button
        type="button"
        className="icon-button absolute top-0 right-0.5"
        aria-label={m.showPassword}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon icon={shown ? EyeOff : Eye} />
      </button>
    </span>
  )
}

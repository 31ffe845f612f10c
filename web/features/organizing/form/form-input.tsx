import { type ReactNode, useEffect, useId } from 'react'
import { type UseFormRegisterReturn, useFormContext, useWatch } from 'react-hook-form'
import type { FormField, FormValues } from '#web/features/organizing/draft/form-schema.ts'
import { type ControlProps, Field, FieldError } from '#web/ui/forms/field.tsx'
import { Switch } from '#web/ui/forms/inputs.tsx'

interface FormInputProps {
  name: FormField
  label: string
  hint?: ReactNode
  required?: boolean
  /** Shows a counter up to this many characters. */
  max?: number
  aside?: ReactNode
  beside?: boolean
  className?: string
  children: (control: ControlProps & UseFormRegisterReturn) => ReactNode
}

/** A field of the form: `<FormInput name="event_name" label="Event Name">{(control) => <TextInput {...control}
 *  />}</FormInput>` */
export function FormInput({ name, max, children, ...field }: FormInputProps) {
  const { register, formState, getFieldState, trigger } = useFormContext<FormValues>()
  const value = useWatch<FormValues>({ name })
  const used = String(value ?? '').trim().length
  useRecheckOnceGone(name)
  // An error found by Next is rechecked with every letter; otherwise that happens only after a submit.
  const onChange = () => (getFieldState(name).error ? trigger(name) : undefined)
  return (
    <Field
      {...field}
      marked={field.required ?? false}
      error={formState.errors[name]?.message}
      {...(max === undefined ? {} : { count: { used, max } })}
    >
      {(control) => children({ ...control, ...register(name, { onChange }) })}
    </Field>
  )
}

/** Rechecks a wrong field that is no longer shown, because it may no longer be needed. */
export function useRecheckOnceGone(name: FormField) {
  const { getFieldState, trigger } = useFormContext<FormValues>()
  useEffect(
    () => () => {
      if (getFieldState(name).error) void trigger(name)
    },
    [name, getFieldState, trigger],
  )
}

interface FormSwitchProps {
  name: FormField
  label: string
  hint: ReactNode
}

/** A switch with the reason below if the server refuses its change. */
export function FormSwitch({ name, label, hint }: FormSwitchProps) {
  const { register, formState } = useFormContext<FormValues>()
  const problem = useId()
  const error = formState.errors[name]?.message
  return (
    <div>
      <Switch
        {...register(name)}
        label={label}
        hint={hint}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? problem : undefined}
      />
      {error ? <FieldError id={problem}>{error}</FieldError> : null}
    </div>
  )
}

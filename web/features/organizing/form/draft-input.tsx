import type { ReactNode } from 'react'
import { type UseFormRegisterReturn, useFormContext, useWatch } from 'react-hook-form'
import type { DraftField, DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { type ControlProps, Field } from '#web/ui/forms/field.tsx'

interface DraftInputProps {
  name: DraftField
  label: string
  hint?: ReactNode
  required?: boolean
  /** Shows how many of this many characters are used. */
  max?: number
  aside?: ReactNode
  beside?: boolean
  className?: string
  children: (control: ControlProps & UseFormRegisterReturn) => ReactNode
}

/** One field of the draft:
 *  `<DraftInput name="event_name" label="Event Name">{(control) => <TextInput {...control} />}</DraftInput>` */
export function DraftInput({ name, max, children, ...field }: DraftInputProps) {
  const { register, formState, getFieldState, trigger } = useFormContext<DraftValues>()
  const value = useWatch<DraftValues>({ name })
  const used = String(value ?? '').trim().length
  // What Next found wrong is judged again with every letter; without it the form would do so only once it was sent.
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

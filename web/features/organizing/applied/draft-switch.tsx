import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { DraftField, DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { Switch } from '#web/ui/forms/inputs.tsx'

interface DraftSwitchProps {
  name: DraftField
  label: string
  hint: ReactNode
}

/** A switch of the draft that the server may refuse to change, with its reason below. */
export function DraftSwitch({ name, label, hint }: DraftSwitchProps) {
  const { register, formState } = useFormContext<DraftValues>()
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
      {error ? (
        <p id={problem} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {error}
        </p>
      ) : null}
    </div>
  )
}

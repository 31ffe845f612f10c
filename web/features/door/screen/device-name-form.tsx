import { type FormEvent, useState } from 'react'
import { asDeviceName, doorLimits } from '#contract/tickets/door.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

interface DeviceNameFormProps {
  name: string
  onName: (name: string) => Promise<void>
  onCancel: () => void
}

/** The form that renames this phone; the current name is selected, to be typed over. */
export function DeviceNameForm({ name, onName, onCancel }: DeviceNameFormProps) {
  const [value, setValue] = useState(name)
  const [problem, setProblem] = useState<string>()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const given = asDeviceName(value)
    if (given === '') return setProblem('Give this device a name, for example that of its gate.')
    await onName(given)
  }

  return (
    <form onSubmit={handleSubmit} onKeyDown={(event) => event.key === 'Escape' && onCancel()} noValidate>
      <Field label="Name of this device" error={problem}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              className="sm:w-auto sm:flex-1"
              value={value}
              maxLength={doorLimits.device}
              placeholder="Gate A"
              autoComplete="off"
              autoFocus
              onFocus={(event) => event.target.select()}
              onChange={(event) => setValue(event.target.value)}
            />
            <Button type="submit" variant="secondary">
              Save
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

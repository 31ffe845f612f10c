import { Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { asDeviceName, doorLimits } from '#contract/tickets/door.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

interface DeviceNameProps {
  name: string
  onRename: (name: string) => Promise<void>
}

/** This phone's name in reports, with a button to rename it. */
export function DeviceName({ name, onRename }: DeviceNameProps) {
  const [editing, setEditing] = useState(false)
  const [renamed, setRenamed] = useState(false)

  async function handleName(given: string) {
    await onRename(given)
    handleClose()
  }

  function handleClose() {
    setEditing(false)
    setRenamed(true)
  }

  if (editing) return <DeviceNameForm name={name} onName={handleName} onCancel={handleClose} />
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <p className="min-w-0 text-sm break-words text-ink-soft">
        In reports this device is called <span className="font-medium text-ink">{name}</span>.
      </p>
      {/* After the form closes, the button has the focus again. */}
      <Button
        variant="quiet"
        className="-ml-5 text-sm"
        autoFocus={renamed}
        onClick={() => setEditing(true)}
        aria-label="Rename this device"
      >
        <Pencil aria-hidden className="size-4" />
        Rename
      </Button>
    </div>
  )
}

interface DeviceNameFormProps {
  name: string
  onName: (name: string) => Promise<void>
  onCancel: () => void
}

/** The current name is selected, so that typing replaces it. */
export function DeviceNameForm({ name, onName, onCancel }: DeviceNameFormProps) {
  const [value, setValue] = useState(name)
  const [problem, setProblem] = useState<string>()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const given = asDeviceName(value)
    if (given === '') return setProblem('Enter a name for this device, for example its gate.')
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

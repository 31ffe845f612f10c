import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { asDeviceName, doorLimits } from '#contract/tickets/door.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

interface DeviceNameProps {
  name: string
  onRename: (name: string) => Promise<void>
}

/** This device's name in reports, with a button to rename it. */
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
        This device appears in reports as <span className="font-medium text-ink">{name}</span>.
      </p>
      {/* Takes the focus back after the form closes. */}
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
function DeviceNameForm({ name, onName, onCancel }: DeviceNameFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { device: name } })
  const device = register('device', {
    validate: (text) => asDeviceName(text) !== '' || 'Enter a name for this device, such as its gate.',
  })

  return (
    <form
      onSubmit={handleSubmit((given) => onName(asDeviceName(given.device)))}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      noValidate
    >
      <Field label="Name of this device" error={formState.errors.device?.message}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              {...device}
              className="sm:w-auto sm:flex-1"
              maxLength={doorLimits.device}
              placeholder="Gate A"
              autoComplete="off"
              autoFocus
              onFocus={(event) => event.target.select()}
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

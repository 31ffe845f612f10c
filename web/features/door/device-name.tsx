import { Pencil } from 'lucide'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fill } from '#contract/language/messages.ts'
import { asDeviceName, doorLimits } from '#contract/tickets/door.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door.json'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
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
        <RichText
          text={fill(m.deviceAppearsAs, { name })}
          tags={{ name: (words) => <span className="font-medium text-ink">{words}</span> }}
        />
      </p>
      {/* Takes the focus back after the form closes. */}
      <Button
        variant="quiet"
        className="-ml-5 text-sm"
        autoFocus={renamed}
        onClick={() => setEditing(true)}
        aria-label={m.renameDevice}
      >
        <Icon icon={Pencil} className="size-4" />
        {m.rename}
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
    validate: (text) => asDeviceName(text) !== '' || m.deviceNameMissing,
  })

  return (
    <form
      onSubmit={handleSubmit((given) => onName(asDeviceName(given.device)))}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      noValidate
    >
      <Field label={m.deviceName} error={formState.errors.device?.message}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              {...device}
              className="sm:w-auto sm:flex-1"
              maxLength={doorLimits.device}
              placeholder={m.deviceNameExample}
              autoComplete="off"
              autoFocus
              onFocus={(event) => event.target.select()}
            />
            <Button type="submit" variant="secondary">
              {common.save}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              {common.discard}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

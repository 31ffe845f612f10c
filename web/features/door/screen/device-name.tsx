import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { DeviceNameForm } from './device-name-form.tsx'

interface DeviceNameProps {
  name: string
  onRename: (name: string) => Promise<void>
}

/** This phone's name in reports, and a button to rename it, for example after its gate. */
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

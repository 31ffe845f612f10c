import { Link2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { doorLimits } from '#contract/door.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'

/** Names a new door link. `onName` throws ApiError. */
export function DoorLinkForm({ onName }: { onName: (name: string) => Promise<void> }) {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setProblem('Give the link a name, so that you know it again.')
    setBusy(true)
    setProblem(undefined)
    try {
      await onName(name.trim())
      setName('')
    } catch (error) {
      setProblem(messageOf(error, 'The door link could not be made.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Field label="Name of a new link" error={problem}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              className="min-w-40 flex-1"
              value={name}
              maxLength={doorLimits.link_name}
              placeholder="Front gate"
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" variant="secondary" busy={busy && 'Making...'}>
              <Link2 aria-hidden className="size-5" />
              Make a door link
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

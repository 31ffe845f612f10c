import { type FormEvent, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'

/** For tickets whose code cannot be read. Also takes what a plugged-in scanner types. */
export function NumberForm({ onNumber }: { onNumber: (number: string) => void }) {
  const input = useRef<HTMLInputElement>(null)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const field = input.current
    if (field === null) return
    if (field.value.trim() === '') return field.focus()
    onNumber(field.value)
    field.value = ''
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Field label="Ticket number">
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              ref={input}
              className="figures min-h-14 min-w-0 flex-1 text-xl uppercase placeholder:normal-case"
              placeholder="K7PM-3QXA"
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
            />
            <Button type="submit" className="min-h-14 shrink-0 text-lg">
              Check in
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

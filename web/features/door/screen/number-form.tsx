import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { readTicketNumber } from '#contract/tickets/ticket-code.ts'
import { usKey } from '#web/features/door/reading/us-keyboard.ts'
import { takesScans } from '#web/features/door/reading/use-wedge.ts'
import { meantBy } from '#web/features/door/reading/wedge.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

/** A field for tickets whose code cannot be read, and for plugged-in scanners. Thai and full-width digits and small
 *  letters count as the characters they stand for, and Thai letters as their keys. */
export function NumberForm({ onNumber }: { onNumber: (number: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  /** The field's text as its keys would write it on a US keyboard. */
  const usText = useRef('')

  function handleKeyDown({ key, code, shiftKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    if (currentTarget.value === '') usText.current = ''
    if (key === 'Backspace') usText.current = usText.current.slice(0, -1)
    else if (key.length === 1 && !ctrlKey && !metaKey) usText.current += usKey(code, shiftKey)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const field = input.current
    if (field === null) return
    if (field.value.trim() === '') return field.focus()
    const text = meantBy({ text: field.value, usText: usText.current })
    onNumber(readTicketNumber(text) ?? text)
    field.value = ''
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Field label="Ticket number">
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              ref={input}
              {...takesScans}
              onKeyDown={handleKeyDown}
              className="figures min-h-14 min-w-[min(10rem,100%)] flex-[99] text-xl uppercase placeholder:normal-case"
              placeholder="K7PM-3QXA"
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
            />
            <Button type="submit" className="min-h-14 flex-auto text-lg">
              Check in
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

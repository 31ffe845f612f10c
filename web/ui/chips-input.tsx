import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { splitCommas } from '#contract/fields.ts'
import type { ControlProps } from './field.tsx'

interface ChipsInputProps extends ControlProps {
  /** Words separated by commas. */
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** What one chip is: 'tag'. */
  noun: string
  ref?: Ref<HTMLInputElement>
}

/** Several words, each shown as a chip. Enter, a comma or leaving the control takes what was typed; Backspace takes it back. */
export function ChipsInput({ value, onChange, noun, ...control }: ChipsInputProps) {
  const [typed, setTyped] = useState('')
  const words = splitCommas(value)

  function add(text: string) {
    const next = [...words, ...splitCommas(text)]
    if (next.length > words.length) onChange([...new Set(next)].join(','))
    setTyped('')
  }

  function handleKeyDown(press: KeyboardEvent) {
    // Enter also ends the composing of a word in some writing systems.
    if (press.nativeEvent.isComposing) return
    if (press.key === 'Enter' && typed.trim() !== '') {
      press.preventDefault()
      add(typed)
    }
    if (press.key === 'Backspace' && typed === '') onChange(words.slice(0, -1).join(','))
  }

  return (
    <div className="flex flex-col gap-2">
      {words.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} className="flex items-center rounded-full bg-accent-soft pl-4 text-accent-ink">
              <span className="min-w-0 break-words">{word}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${noun} ${word}`}
                onClick={() => onChange(words.filter((other) => other !== word).join(','))}
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <input
        {...control}
        value={typed}
        enterKeyHint="done"
        className="control"
        onKeyDown={handleKeyDown}
        onBlur={() => add(typed)}
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
      />
    </div>
  )
}

import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { splitCommas } from '#contract/endpoint.ts'
import type { ControlProps } from './field.tsx'

interface ChipsInputProps extends ControlProps {
  /** Words separated by commas; the last one is the one that is being typed. */
  value: string
  onChange: (value: string) => void
  /** The noun for one chip: 'tag'. */
  noun: string
  ref?: Ref<HTMLInputElement>
}

/**
 * Several words, each shown as a chip. Enter, a comma or Tab turns the typed word into a chip; Backspace takes the last
 * chip back. A word counts without becoming a chip: making one when the control is left would move the page under the
 * pointer, which would then miss its target.
 */
export function ChipsInput({ value, onChange, noun, ref, ...control }: ChipsInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const [typed, setTyped] = useState('')
  const words = splitCommas(value)
  // A value set from outside means that nobody is typing.
  const text = typed.trim() === '' || words.at(-1) === typed.trim() ? typed : ''
  const chips = [...new Set(text.trim() === '' ? words : words.slice(0, -1))]

  function change(nextChips: string[], nextText: string) {
    onChange([...nextChips, ...splitCommas(nextText)].join(','))
    setTyped(nextText)
  }

  function add(more: string) {
    change([...chips, ...splitCommas(more)], '')
    // On phones the list scrolls by itself.
    requestAnimationFrame(() => list.current?.scrollTo({ top: list.current.scrollHeight }))
  }

  function handleKeyDown(press: KeyboardEvent) {
    // In some writing systems Enter also ends the composition of a word.
    if (press.nativeEvent.isComposing) return
    // An additional Enter must not send the form.
    if (press.key === 'Enter') press.preventDefault()
    if (['Enter', 'Tab'].includes(press.key) && text.trim() !== '') add(text)
    if (press.key === 'Backspace' && text === '') change(chips.slice(0, -1), '')
  }

  function handleRemove(word: string) {
    change(
      chips.filter((chip) => chip !== word),
      text,
    )
    // The button disappears with the focus, so the input takes it.
    input.current?.focus()
  }

  return (
    <div className="flex flex-col gap-2">
      {chips.length > 0 ? (
        <ul ref={list} className="flex flex-wrap gap-2 max-sm:max-h-24 max-sm:overflow-y-auto">
          {chips.map((word) => (
            <li key={word} className="flex max-w-full items-center rounded-full bg-accent-soft pl-4 text-accent-ink">
              <span className="min-w-0 break-words">{word}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${noun} ${word}`}
                onClick={() => handleRemove(word)}
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <input
        {...control}
        ref={input}
        value={text}
        enterKeyHint="done"
        className="control"
        onKeyDown={handleKeyDown}
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : change(chips, target.value))}
      />
    </div>
  )
}

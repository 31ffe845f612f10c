import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { splitCommas } from '#contract/endpoint.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/ui.json'
import type { ControlProps } from './field.tsx'

interface ChipsInputProps extends ControlProps {
  /** Words separated by commas; the last one may still be being typed. */
  value: string
  onChange: (value: string) => void
  /** The noun for one chip: 'tag'. */
  noun: string
  ref?: Ref<HTMLInputElement>
}

/**
 * Several words, each shown as a chip. Enter, a comma or Tab turns the typed word into a chip; Backspace turns the last
 * chip back into text. A typed word counts even without a chip: adding a chip on blur would move the page, and the
 * press that caused the blur would miss its target.
 */
export function ChipsInput({ value, onChange, noun, ref, ...control }: ChipsInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const [typed, setTyped] = useState('')
  const words = splitCommas(value)
  // If the value was set from outside, nothing is being typed.
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
    // With some input methods Enter also ends the composition of a word.
    if (press.nativeEvent.isComposing) return
    // Enter must not submit the form.
    if (press.key === 'Enter') press.preventDefault()
    if (['Enter', 'Tab'].includes(press.key) && text.trim() !== '') add(text)
    if (press.key === 'Backspace' && text === '') change(chips.slice(0, -1), '')
  }

  function handleRemove(word: string) {
    change(
      chips.filter((chip) => chip !== word),
      text,
    )
    // The focused button disappears, so the input takes the focus.
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
                aria-label={fill(m.removeChip, { noun, word })}
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

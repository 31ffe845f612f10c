import { type FormEvent, type KeyboardEvent as KeyPress, useEffect, useEffectEvent, useRef } from 'react'
import { readTicketCode, readTicketNumber } from '#contract/tickets/ticket-code.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

/** A field for tickets whose code cannot be read, and for plugged-in scanners. Lower case, Thai digits and full-width
 *  characters count as what they stand for, and Thai letters as their keys. */
export function NumberForm({ onNumber }: { onNumber: (number: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  /** The same keys on a US keyboard. */
  const usText = useRef('')

  function handleKeyDown({ key, code, shiftKey, ctrlKey, metaKey, currentTarget }: KeyPress<HTMLInputElement>) {
    if (currentTarget.value === '') usText.current = ''
    if (key === 'Backspace') usText.current = usText.current.slice(0, -1)
    else if (key.length === 1 && !ctrlKey && !metaKey) usText.current += usKey(code, shiftKey)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const field = input.current
    if (field === null) return
    if (field.value.trim() === '') return field.focus()
    const text = intendedText({ text: field.value, usText: usText.current })
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
              {...acceptsScans}
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

/** Marks the ticket number field, which takes a scanner's keys as typed text. */
const acceptsScans = { 'data-accepts-scans': true }

/** Reads scanners that type like a keyboard, anywhere on the page. What people type into a field stays there. */
export function useKeyboardScanner(onCode: (code: string) => void): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => {
    let burst = noBurst
    /** The field that the burst goes into, and its value before. */
    let before: { field: TypedField; value: string } | null = null

    function handleKey(event: KeyboardEvent) {
      const field = fieldOf(event.target)
      if (field && 'acceptsScans' in field.dataset) return
      const read = readKey(burst, event, event.timeStamp)
      burst = read.burst
      if (field === null) {
        // The scanner's spaces and its Enter would press the focused button.
        if (read.code !== null || isScanning(read.burst)) event.preventDefault()
        if (read.code !== null) handleCode(read.code)
        return
      }
      if (read.burst.text.length === 1 && event.key.length === 1) before = { field, value: field.value }
      // A name that is typed quickly, such as 'East gate', may look like a ticket number, but never like a whole code.
      if (read.code === null || readTicketCode(read.code) === null) return
      event.preventDefault()
      if (before?.field === field) restore(before)
      handleCode(read.code)
    }
    document.addEventListener('keydown', handleKey, { capture: true })
    return () => document.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}

type TypedField = HTMLInputElement | HTMLTextAreaElement

function fieldOf(target: EventTarget | null): TypedField | null {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null
}

/** React notices a new value only if it is set with the prototype's setter. */
function restore({ field, value }: { field: TypedField; value: string }) {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * A plugged-in scanner types like a keyboard, but without pauses. This is the longest gap between two of its keys, in
 * milliseconds, even on a busy computer. Someone who types a number that fast outside of any field means the same.
 */
const longestGap = 300

/** The length of a ticket number without its hyphen. */
const shortest = 8

export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

interface Burst {
  text: string
  /** The same keys on a US keyboard: if the computer is set to Thai, `text` is not what the scanner sent. */
  usText: string
  /** The time of the last key, in milliseconds. */
  at: number
}

export const noBurst: Burst = { text: '', usText: '', at: Number.NEGATIVE_INFINITY }

/** Adds a key. Returns the burst so far, and its code if this was the Enter that ends it. */
export function readKey(burst: Burst, { key, code, shiftKey }: Key, at: number): { burst: Burst; code: string | null } {
  const fast = at - burst.at <= longestGap
  if (key === 'Enter') {
    return { burst: noBurst, code: fast && burst.text.trim().length >= shortest ? intendedText(burst) : null }
  }
  // Shift and other modifier keys are pressed within a burst.
  if (key.length !== 1) return { burst: fast ? { ...burst, at } : noBurst, code: null }
  const before = fast ? burst : noBurst
  return { burst: { text: before.text + key, usText: before.usText + usKey(code, shiftKey), at }, code: null }
}

/** The typed text, or that of the same keys on a US keyboard if only that is a ticket. */
function intendedText({ text, usText }: Pick<Burst, 'text' | 'usText'>): string {
  return !isTicket(text) && isTicket(usText) ? usText : text
}

const isTicket = (text: string) => readTicketCode(text) !== null || readTicketNumber(text) !== null

/** Whether the keys come from a scanner, rather than from someone using the page's buttons. */
const isScanning = ({ text }: Burst): boolean => text.length > 1

/** Two characters for each key: plain, and with Shift. */
const signs: Record<string, string> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
}
const digitsWithShift = ')!@#$%^&*('

/** The character of a key (`KeyboardEvent.code`) on a US keyboard, which scanners imitate; '' for any other key. */
function usKey(code: string, shift: boolean): string {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shift ? letter : letter.toLowerCase()
  if (digit !== undefined) return shift ? (digitsWithShift[Number(digit)] ?? '') : digit
  return signs[code]?.[shift ? 1 : 0] ?? ''
}

import { type FormEvent, type KeyboardEvent as KeyPress, useEffect, useEffectEvent, useRef } from 'react'
import { readTicketCode, readTicketNumber } from '#contract/tickets/ticket-code.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door.json'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

/** A field for tickets whose code cannot be read, and for plugged-in scanners. Accepts lower case, Thai digits,
 *  full-width characters, and text typed on a Thai keyboard. */
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
      <Field label={m.ticketNumber}>
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
              {common.checkIn}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

/** Marks the ticket number field, where a scanner's keys are ordinary typing. */
const acceptsScans = { 'data-accepts-scans': true }

/** Reads plugged-in scanners, which type like a keyboard, anywhere on the page. Text that people type into fields is
 *  left alone. */
export function useKeyboardScanner(onCode: (code: string) => void): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => {
    let burst = noBurst
    /** The field that receives the burst, and its value before it. */
    let before: { field: TypedField; value: string } | null = null

    function handleKey(event: KeyboardEvent) {
      // A shortcut, such as one that zooms. AltGr, which types, is Ctrl with Alt.
      if (event.metaKey || (event.ctrlKey && !event.altKey)) return
      const field = fieldOf(event.target)
      if (field && 'acceptsScans' in field.dataset) return
      const read = readKey(burst, event, event.timeStamp)
      burst = read.burst
      if (field === null) {
        // A scanner's spaces and Enter would press the focused button.
        if (read.code !== null || isScanning(read.burst)) event.preventDefault()
        if (read.code !== null) handleCode(read.code)
        return
      }
      if (read.burst.text.length === 1 && event.key.length === 1) before = { field, value: field.value }
      // A quickly typed name such as 'East gate' may look like a ticket number, but never like a whole code.
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
 * The longest gap between two keys of a scanner, even on a busy computer. A person who types a ticket number this fast
 * outside a field also wants to check it in.
 */
const longestGapMs = 300

/** A ticket number without its hyphen, in characters. */
const shortestCode = 8

export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

interface Burst {
  text: string
  /** The same keys on a US keyboard: if the computer is set to Thai, `text` is not what the scanner sent. */
  usText: string
  /** The time of the last key, in milliseconds. */
  at: number
}

export const noBurst: Burst = { text: '', usText: '', at: Number.NEGATIVE_INFINITY }

/** Adds a key. Returns the burst so far, and its code if this key is the final Enter. */
export function readKey(burst: Burst, { key, code, shiftKey }: Key, at: number): { burst: Burst; code: string | null } {
  const fast = at - burst.at <= longestGapMs
  if (key === 'Enter') {
    return { burst: noBurst, code: fast && burst.text.trim().length >= shortestCode ? intendedText(burst) : null }
  }
  // Shift and other modifier keys are pressed within a burst.
  if (key.length !== 1) return { burst: fast ? { ...burst, at } : noBurst, code: null }
  const before = fast ? burst : noBurst
  return { burst: { text: before.text + key, usText: before.usText + usKey(code, shiftKey), at }, code: null }
}

/** The typed text, or the US keyboard's text for the same keys if only that is a ticket. */
function intendedText({ text, usText }: Pick<Burst, 'text' | 'usText'>): string {
  return !isTicket(text) && isTicket(usText) ? usText : text
}

const isTicket = (text: string) => readTicketCode(text) !== null || readTicketNumber(text) !== null

/** Whether a scanner is typing, rather than a person using the page's buttons. */
const isScanning = ({ text }: Burst): boolean => text.length > 1

/** The characters of each key: plain, then with Shift. */
const usSigns: Record<string, string> = {
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
  return usSigns[code]?.[shift ? 1 : 0] ?? ''
}

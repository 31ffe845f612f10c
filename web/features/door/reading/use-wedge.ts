import { useEffect, useEffectEvent } from 'react'
import { readTicketCode } from '#contract/tickets/ticket-code.ts'
import { isUnderWay, noBurst, readKey } from './wedge.ts'

/** An attribute for the field of ticket numbers, which takes a scanner's keys like anybody's typing. */
export const takesScans = { 'data-takes-scans': true }

/** Reads scanners that type like a keyboard, anywhere on the page. Text that people type into a field stays there. */
export function useWedge(onCode: (code: string) => void): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => {
    let burst = noBurst
    /** The field that the burst is typed into, and its value before. */
    let before: { field: Field; value: string } | null = null

    function handleKey(event: KeyboardEvent) {
      const field = fieldOf(event.target)
      if (field && 'takesScans' in field.dataset) return
      const read = readKey(burst, event, event.timeStamp)
      burst = read.burst
      if (field === null) {
        // The scanner's spaces and its Enter would press the button that was used last.
        if (read.code !== null || isUnderWay(read.burst)) event.preventDefault()
        if (read.code !== null) handleCode(read.code)
        return
      }
      if (read.burst.text.length === 1 && event.key.length === 1) before = { field, value: field.value }
      // Somebody who quickly types a name such as 'East gate' may type what could be a ticket's number, but never a
      // whole code.
      if (read.code === null || readTicketCode(read.code) === null) return
      event.preventDefault()
      if (before?.field === field) restore(before)
      handleCode(read.code)
    }
    document.addEventListener('keydown', handleKey, { capture: true })
    return () => document.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}

type Field = HTMLInputElement | HTMLTextAreaElement

function fieldOf(target: EventTarget | null): Field | null {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null
}

/** React notices a value only if it is set by the prototype's setter, past React's own. */
function restore({ field, value }: { field: Field; value: string }) {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

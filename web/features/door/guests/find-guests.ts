import type { DoorTicket } from '#contract/tickets/door.ts'
import { asNumberLetters } from '#contract/tickets/ticket-code.ts'

/** How many guests are shown at once. */
export const shownGuests = 50

export interface FoundGuests {
  /** The first of those who were found, by name. */
  shown: DoorTicket[]
  /** How many more were found. */
  more: number
}

/** A text as the search sees it: in small letters, without accents and Thai tone marks, with Arabic digits, as the search for
 *  events does. */
export function searchForm(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F\u0E47-\u0E4C\u0E4E]+/g, '')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
}

/** The forms of names, each made once: the tickets of a door stay the same objects until they change. */
const forms = new WeakMap<DoorTicket, string>()

function formOf(ticket: DoorTicket): string {
  const known = forms.get(ticket)
  if (known !== undefined) return known
  const form = searchForm(ticket.fullname)
  forms.set(ticket, form)
  return form
}

/** All guests by name, for `findGuests`. */
export function byName(tickets: ReadonlyMap<string, DoorTicket>): DoorTicket[] {
  return [...tickets.values()].sort((left, right) => {
    const [one, other] = [formOf(left), formOf(right)]
    if (one === other) return left.ticket_number < right.ticket_number ? -1 : 1
    return one < other ? -1 : 1
  })
}

/** Guests by parts of their name, in any order, or by the last letters of their ticket's number. Cancelled tickets are found by a
 *  search only. */
export function findGuests(guests: DoorTicket[], search: string): FoundGuests {
  const parts = searchForm(search).split(/\s+/).filter(Boolean)
  const letters = asNumberLetters(search)
  const found = guests.filter((guest) => {
    if (parts.length === 0) return guest.status !== 'CANCELLED'
    if (letters !== '' && guest.ticket_number.replace('-', '').endsWith(letters)) return true
    const form = formOf(guest)
    return parts.every((part) => form.includes(part))
  })
  return { shown: found.slice(0, shownGuests), more: Math.max(0, found.length - shownGuests) }
}

import { Search, Undo2 } from 'lucide'
import { type MouseEvent, useMemo, useState } from 'react'
import { counted, fill } from '#contract/language/messages.ts'
import type { DoorTicket } from '#contract/tickets/door.ts'
import { asNumberLetters } from '#contract/tickets/ticket-code.ts'
import * as common from '#messages/common.json'
import * as answers from '#messages/door-answers.json'
import * as m from '#messages/door-guests.json'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isUnsentEntry, type SavedScan } from '#web/features/door/phone/scan.ts'
import { guestsOf } from '#web/features/door/phone/snapshot.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { momentOf } from './verdicts.tsx'

interface GuestListProps {
  state: DoorState
  /** Checks a ticket number in, as if it had been scanned. */
  onCheckIn: (number: string) => void
  /** Returns a function that asks whether to undo the guest's entry; null if this phone may not undo it. */
  undoOf: (guest: DoorTicket) => (() => void) | null
}

/** All ticket holders, and people whom this phone has let in since: searchable by name or number, and checked in without a code.
 *  Works offline. */
export function GuestList({ state: { snapshot, scans, online }, onCheckIn, undoOf }: GuestListProps) {
  const [search, setSearch] = useState('')
  const { tickets } = snapshot
  const all = useMemo(() => guestsOf({ tickets }, scans), [tickets, scans])
  const guests = useMemo(() => byName(all), [all])
  const { shown, more } = useMemo(() => findGuests(guests, search), [guests, search])

  return (
    <section aria-label={m.guestList} className="flex flex-col gap-3">
      <Field label={m.search}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            className="min-h-14 text-lg"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
      </Field>
      <p role="status" className="figures text-sm text-ink-soft">
        {counted(shown.length + more, m.guests_one, m.guests_other)}
        {online ? null : ` ${fill(m.listFrom, { time: momentOf(new Date(snapshot.asked_at).toISOString()) })}`}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon={Search} title={m.noGuestsFound} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-card">
          {shown.map((guest) => (
            <GuestRow
              key={guest.ticket_number || guest.used_at}
              guest={guest}
              scans={scans}
              onCheckIn={onCheckIn}
              onUndo={undoOf(guest)}
            />
          ))}
        </ul>
      )}
      {more > 0 ? (
        <p className="figures text-center text-ink-soft">{fill(m.andMore, { count: formatNumber(more) })}</p>
      ) : null}
    </section>
  )
}

interface GuestRowProps {
  guest: DoorTicket
  /** This phone's scans. */
  scans: SavedScan[]
  onCheckIn: (number: string) => void
  /** Asks for confirmation: its button replaces the check-in button, so a double press would undo the entry. */
  onUndo: (() => void) | null
}

const tones = { in: 'text-success', out: 'text-ink-soft', invited: 'text-warning', gone: 'text-danger' }

function GuestRow({ guest, scans, onCheckIn, onUndo }: GuestRowProps) {
  const status = guestStatus(guest, scans)
  const name = guest.fullname || answers.nameNotHere
  const who = [name, guest.ticket_number].filter(Boolean).join(', ')

  function handleCheckIn({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button disappears, so the row takes the focus for keyboard users.
    currentTarget.closest('li')?.focus()
    onCheckIn(guest.ticket_number)
  }

  return (
    <li tabIndex={-1} className="flex min-h-20 flex-wrap items-center justify-end gap-3 px-[min(1rem,4.5vw)] py-3">
      <div className="min-w-[min(9rem,100%)] flex-1">
        <p className="text-lg/snug font-medium wrap-anywhere">{name}</p>
        <p className="figures flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {guest.ticket_number ? <span>{guest.ticket_number}</span> : null}
          {guest.walk_in ? <span>{m.walkIn}</span> : null}
          {guest.ticket_type ? <span className="wrap-anywhere">{guest.ticket_type}</span> : null}
          <span className={classes('wrap-anywhere', tones[status.is])}>{status.text}</span>
        </p>
      </div>
      {status.is === 'out' ? (
        <Button
          className="min-h-14 shrink-0 px-4 text-lg"
          onClick={handleCheckIn}
          aria-label={fill(m.checkInGuest, { guest: who })}
        >
          {common.checkIn}
        </Button>
      ) : null}
      {status.is === 'in' && onUndo ? (
        <Button
          variant="secondary"
          className="min-h-14 shrink-0 px-4"
          onClick={onUndo}
          aria-label={fill(m.undoEntryOf, { guest: who })}
        >
          <Icon icon={Undo2} className="max-sm:hidden" />
          {common.undo}
        </Button>
      ) : null}
    </li>
  )
}

type GuestStatus =
  | { is: 'out' | 'invited' | 'gone'; text: string }
  /** `own` is this phone's scan that checked them in; null if another phone did. */
  | { is: 'in'; text: string; own: SavedScan | null }

/** Whether the guest is inside, as far as this phone knows. `scans` are this phone's, including unsent ones. */
export function guestStatus(ticket: DoorTicket, scans: SavedScan[]): GuestStatus {
  const ours = scans.filter((scan) =>
    // A walk-in has no number until it is sent.
    ticket.ticket_number ? scan.ticket?.ticket_number === ticket.ticket_number : scan.ticket === ticket,
  )
  const waiting = ours.find(isUnsentEntry)
  if (waiting) {
    const text = fill(m.inSinceWaiting, { time: momentOf(waiting.scanned_at) })
    return { is: 'in', text, own: waiting }
  }
  if (ticket.status === 'INVITED') return { is: 'invited', text: m.invited }
  if (ticket.status === 'CANCELLED') return { is: 'gone', text: m.ticketCancelled }
  if (ticket.status === 'USED') {
    const own = ours.find(({ verdict, undone, waiting }) => verdict === 'checked_in' && !undone && !waiting) ?? null
    return { is: 'in', text: inSince(ticket), own }
  }
  return ticket.status === 'EXPIRED' ? { is: 'gone', text: m.eventOver } : { is: 'out', text: m.notIn }
}

function inSince({ used_at, used_door }: DoorTicket): string {
  if (used_at === null) return m.isIn
  const time = momentOf(used_at)
  // Lists saved by an older release do not name the door.
  if (used_door === undefined) return fill(m.inSince, { time })
  return used_door === null ? fill(m.inSinceByTeam, { time }) : fill(m.inSinceByDoor, { time, door: used_door })
}

const shownGuests = 50

interface FoundGuests {
  /** The first matches, sorted by name. */
  shown: DoorTicket[]
  /** The number of further matches. */
  more: number
}

/** Lower case, without accents and Thai tone marks, with Arabic digits, like `search_form` in SQL, except that invisible characters
 *  stay. */
function searchForm(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F\u0E47-\u0E4C\u0E4E]+/g, '')
    .replaceAll('เเ', 'แ')
    .replace(/([\u0E38-\u0E3A]+)([\u0E31\u0E34-\u0E37\u0E4D]+)/g, '$2$1')
    .replace(/([\u0E31\u0E34-\u0E3A\u0E4D])\1+/g, '$1')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
}

/** Works because a ticket stays the same object until it changes. */
const cachedForms = new WeakMap<DoorTicket, string>()

function formOf(ticket: DoorTicket): string {
  const known = cachedForms.get(ticket)
  if (known !== undefined) return known
  const form = searchForm(ticket.fullname)
  cachedForms.set(ticket, form)
  return form
}

/** Thai names by their consonant, before others; regardless of case. */
const thaiOrder = new Intl.Collator('th', { sensitivity: 'accent' })

/** All guests, sorted by name, for `findGuests`. */
export function byName(tickets: ReadonlyMap<string, DoorTicket>): DoorTicket[] {
  const named = Array.from(tickets.values(), (guest) => ({ guest, words: guest.fullname.split(' ') }))
  named.sort((one, other) => {
    // Word by word, because the Thai order ignores spaces.
    for (const [place, word] of one.words.entries()) {
      const order = thaiOrder.compare(word, other.words[place] ?? '')
      if (order !== 0) return order
    }
    const shorter = one.words.length - other.words.length
    return shorter || (one.guest.ticket_number < other.guest.ticket_number ? -1 : 1)
  })
  return named.map(({ guest }) => guest)
}

/** Finds guests by parts of their name, in any order, or by the end of their ticket number. Without a search,
 *  cancelled tickets are left out. */
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

/** The valid tickets of the shown ticket's party, as far as this phone knows them; empty for a single one. */
function partyOf({ answer, snapshot }: Pick<DoorState, 'answer' | 'snapshot'>): DoorTicket[] {
  // Lists of an older release have no parties.
  const party = answer?.ticket?.party ?? null
  if (party === null) return []
  const tickets = [...snapshot.tickets.values()].filter(
    (ticket) => ticket.party === party && ticket.status !== 'CANCELLED',
  )
  return tickets.length > 1 ? tickets : []
}

interface PartyButtonProps {
  state: DoorState
  /** Checks a ticket number in, as if it had been scanned. */
  onCheckIn: (number: string) => Promise<SavedScan | null>
}

/** Lets in those of a party who are not in yet, by one tap, also offline. Not after an undo, or it would let in the same person
 *  again. */
export function PartyButton({ state, onCheckIn }: PartyButtonProps) {
  const { run } = useAction()
  const party = partyOf(state)
  const out = party.filter((ticket) => guestStatus(ticket, state.scans).is === 'out')
  const { verdict, undone } = state.answer ?? {}
  if (party.length === 0 || (verdict !== 'checked_in' && verdict !== 'already_used')) return null
  if (undone || out.length === 0) {
    // As high as the button, so that the second tap of a double tap does not reach what is below.
    return (
      <p className="grid min-h-14 place-items-center text-center text-ink-soft">
        {undone ? null : fill(m.partyAllIn, { count: party.length })}
      </p>
    )
  }

  /** Stops at a refusal, so that it stays on the screen. */
  async function letIn() {
    for (const { ticket_number } of out) {
      if ((await onCheckIn(ticket_number))?.verdict !== 'checked_in') return
    }
  }

  return (
    <Button wide className="min-h-14 text-lg" onClick={() => run(letIn, m.notAllLetIn)}>
      {fill(out.length === 1 ? m.partyLetInLast : m.partyLetInOthers, { count: party.length, left: out.length })}
    </Button>
  )
}

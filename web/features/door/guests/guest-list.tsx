import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { doorTime } from '#contract/dates.ts'
import type { DoorTicket } from '#contract/tickets/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { byName, findGuests } from './find-guests.ts'
import { GuestRow } from './guest-row.tsx'

interface GuestListProps {
  state: DoorState
  /** Decides about a guest's ticket as if it had been scanned. */
  onCheckIn: (number: string) => void
  /** Asks whether to undo the entry of a guest; null for those whose entry this phone may not undo. */
  undoOf: (guest: DoorTicket) => (() => void) | null
}

/** Everybody who holds a ticket, found by name or number and checked in without a code, also without a network. */
export function GuestList({ state: { snapshot, scans, online }, onCheckIn, undoOf }: GuestListProps) {
  const [search, setSearch] = useState('')
  const { tickets } = snapshot
  const guests = useMemo(() => byName(tickets), [tickets])
  const { shown, more } = useMemo(() => findGuests(guests, search), [guests, search])

  return (
    <section aria-label="Guest list" className="flex flex-col gap-3">
      <Field label="Search by name or the end of the number">
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
        {found(shown.length + more)}
        {online ? null : ` This phone's list is of ${doorTime(new Date(snapshot.asked_at).toISOString())}.`}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon={<Search aria-hidden className="size-8" />} title="No guests found" />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-card">
          {shown.map((guest) => (
            <GuestRow
              key={guest.ticket_number}
              guest={guest}
              scans={scans}
              onCheckIn={onCheckIn}
              onUndo={undoOf(guest)}
            />
          ))}
        </ul>
      )}
      {more > 0 ? <p className="figures text-center text-ink-soft">and {count.format(more)} more</p> : null}
    </section>
  )
}

const count = new Intl.NumberFormat('en-US')

const found = (total: number) => (total === 1 ? '1 guest.' : `${count.format(total)} guests.`)

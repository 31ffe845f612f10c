import { Undo2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { DoorTicket } from '#contract/tickets/door.ts'
import type { KeptScan } from '#web/features/door/phone/kept-scan.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { guestStatus } from './guest-status.ts'

interface GuestRowProps {
  guest: DoorTicket
  /** This phone's scans. */
  scans: KeptScan[]
  onCheckIn: (number: string) => void
  /** Asks first: a second touch on the place of the button that checked in must not undo it. */
  onUndo: (() => void) | null
}

const tones = { in: 'text-success', out: 'text-ink-soft', gone: 'text-danger' }

/** One guest: who, whether they are in, and the button for what can be done about it. */
export function GuestRow({ guest, scans, onCheckIn, onUndo }: GuestRowProps) {
  const status = guestStatus(guest, scans)
  const name = guest.fullname || guest.ticket_number
  const who = `${name}, ${guest.ticket_number}`

  function handleCheckIn({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button goes away; the row keeps the place of whoever works by keyboard.
    currentTarget.closest('li')?.focus()
    onCheckIn(guest.ticket_number)
  }

  return (
    <li tabIndex={-1} className="flex min-h-20 flex-wrap items-center justify-end gap-3 px-[min(1rem,4.5vw)] py-3">
      <div className="min-w-[min(9rem,100%)] flex-1">
        <p className="text-lg/snug font-medium wrap-anywhere">{name}</p>
        <p className="figures flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span>{guest.ticket_number}</span>
          <span className={classes('wrap-anywhere', tones[status.is])}>{status.words}</span>
        </p>
      </div>
      {status.is === 'out' ? (
        <Button className="min-h-14 shrink-0 px-4 text-lg" onClick={handleCheckIn} aria-label={`Check in ${who}`}>
          Check in
        </Button>
      ) : null}
      {status.is === 'in' && onUndo ? (
        <Button
          variant="secondary"
          className="min-h-14 shrink-0 px-4"
          onClick={onUndo}
          aria-label={`Undo the entry of ${who}`}
        >
          <Undo2 aria-hidden className="size-5 max-sm:hidden" />
          Undo
        </Button>
      ) : null}
    </li>
  )
}

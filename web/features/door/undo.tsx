import { useState } from 'react'
import { isAtLeast } from '#contract/endpoint.ts'
import { type DoorEntry, type DoorTicket, listDoorEntries } from '#contract/tickets/door.ts'
import { callDoor } from '#web/features/door/phone/call-door.ts'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { guestStatus } from './guest-list.tsx'

export function UndoDialog({ undo: { asked, busy, confirm, cancel } }: { undo: ReturnType<typeof useUndo> }) {
  return (
    <ConfirmDialog
      open={asked !== null}
      title="Undo this entry?"
      confirmLabel="Undo"
      busy={busy && 'Undoing...'}
      onConfirm={() => void confirm()}
      onClose={cancel}
    >
      <p className="wrap-anywhere">{asked?.who}</p>
      <p>The ticket can then be used again. All phones at the event are updated.</p>
    </ConfirmDialog>
  )
}

/** The entry that the dialog asks about. */
interface Question {
  who: string
  undo: () => Promise<void>
}

/** Undoes entries after confirmation. The owner and those at the desk may undo entries of any phone, helpers only this phone's. */
export function useUndo(door: DoorOnPhone, { scans }: DoorState) {
  const [asked, setAsked] = useState<Question | null>(null)
  const { run, busy } = useAction()

  /** Opens the question about a guest's entry; null if this phone may not undo it. For entries of other phones, the
   *  owner's phone asks the server which scan it was. */
  function undoOf(guest: DoorTicket): (() => void) | null {
    const status = guestStatus(guest, scans)
    const own = status.is === 'in' ? status.own : null
    if (own === null && !isAtLeast(door.role, 'desk')) return null
    const who = [guest.fullname, guest.ticket_number].filter(Boolean).join(', ')
    const undo = own ? () => door.undo(own) : () => undoByNumber(door, guest.ticket_number)
    return () => setAsked({ who, undo })
  }

  function askAbout({ scan_id, fullname, ticket_number }: DoorEntry) {
    const own = scans.find((scan) => scan.scan_id === scan_id)
    setAsked({
      who: [fullname, ticket_number].filter(Boolean).join(', '),
      undo: async () => void (own ? await door.undo(own) : await door.undoEntry(scan_id)),
    })
  }

  async function confirm() {
    if (asked === null) return
    await run(asked.undo, 'The check-in could not be undone. Please try again.')
    setAsked(null)
  }

  return { asked, busy, undoOf, askAbout, confirm, cancel: () => setAsked(null) }
}

async function undoByNumber(door: DoorOnPhone, ticket_number: string): Promise<void> {
  const params = { eventId: String(door.eventId) }
  const [entry] = await callDoor({ secret: null }, listDoorEntries, { params, query: { ticket_number } })
  if (entry) await door.undoEntry(entry.scan_id)
  // Someone else has already undone it.
  else await door.refresh()
}

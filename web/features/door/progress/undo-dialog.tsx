import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import type { useUndo } from './use-undo.ts'

/** Asks before an entry is undone. */
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
      <p>The ticket lets its holder in again. Every phone at the doors hears of it.</p>
    </ConfirmDialog>
  )
}

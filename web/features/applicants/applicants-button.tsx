import { Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { ApplicantsList } from './applicants-list.tsx'

interface ApplicantsButtonProps {
  event: { id: number; event_name: string }
  /** Whether the reader owns the event. */
  owner: boolean
  /** Called when the list was looked at and is closed. */
  onSeen?: () => void
}

export function ApplicantsButton({ event, owner, onSeen }: ApplicantsButtonProps) {
  const [open, setOpen] = useState(false)

  function handleClose() {
    setOpen(false)
    onSeen?.()
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)} aria-label={`View Applicants of ${event.event_name}`}>
        <Users aria-hidden className="size-5" />
        View Applicants
      </Button>
      <ApplicantsDialog eventId={event.id} owner={owner} open={open} onClose={handleClose} />
    </>
  )
}

interface ApplicantsDialogProps {
  eventId: number
  /** Whether the reader owns the event, and may also download the list. */
  owner: boolean
  open: boolean
  onClose: () => void
}

function ApplicantsDialog({ eventId, owner, open, onClose }: ApplicantsDialogProps) {
  return (
    <Dialog open={open} title="Event Applicants" onClose={onClose}>
      <ApplicantsList eventId={eventId} owner={owner} />
    </Dialog>
  )
}

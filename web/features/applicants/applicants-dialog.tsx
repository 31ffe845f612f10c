import { Dialog } from '#web/ui/controls/dialog.tsx'
import { ApplicantsList } from './applicants-list.tsx'

interface ApplicantsDialogProps {
  eventId: number
  /** The owner may also download the list. */
  owner: boolean
  open: boolean
  onClose: () => void
}

export function ApplicantsDialog({ eventId, owner, open, onClose }: ApplicantsDialogProps) {
  return (
    <Dialog open={open} title="Event Applicants" onClose={onClose}>
      <ApplicantsList eventId={eventId} owner={owner} />
    </Dialog>
  )
}

import { Dialog } from '#web/ui/dialog.tsx'
import { ApplicantsList } from './applicants-list.tsx'
import { DownloadApplicants } from './download-applicants.tsx'

interface ApplicantsDialogProps {
  eventId: number
  /** The owner may also download the list. */
  owner: boolean
  open: boolean
  onClose: () => void
}

export function ApplicantsDialog({ eventId, owner, open, onClose }: ApplicantsDialogProps) {
  return (
    <Dialog
      open={open}
      title="Event Applicants"
      onClose={onClose}
      actions={owner ? <DownloadApplicants eventId={eventId} /> : null}
    >
      <ApplicantsList eventId={eventId} />
    </Dialog>
  )
}

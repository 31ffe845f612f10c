import { Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ApplicantsDialog } from './applicants-dialog.tsx'

interface ApplicantsButtonProps {
  event: { id: number; event_name: string }
  /** The event is one's own. */
  owner: boolean
}

export function ApplicantsButton({ event, owner }: ApplicantsButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)} aria-label={`View Applicants of ${event.event_name}`}>
        <Users aria-hidden className="size-5" />
        View Applicants
      </Button>
      <ApplicantsDialog eventId={event.id} owner={owner} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

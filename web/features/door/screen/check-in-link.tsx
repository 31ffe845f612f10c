import { ScanLine } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** The link to the door of the reader's own event. */
export function CheckInLink({ event }: { event: { id: number; event_name: string } }) {
  return (
    <ButtonLink to={paths.checkIn(event.id)} variant="secondary" aria-label={`Check in at ${event.event_name}`}>
      <ScanLine aria-hidden className="size-5" />
      Check in
    </ButtonLink>
  )
}

import { PencilLine } from 'lucide-react'
import type { Event } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** The owner's edit button on an event's page, hidden once the event is called off. */
export function EditOwnEvent({ event }: { event: Pick<Event, 'id' | 'user_id' | 'is_called_off'> }) {
  const session = useSession()
  if (session?.id !== event.user_id || event.is_called_off) return null
  return (
    <ButtonLink to={paths.editEvent(event.id)} variant="secondary">
      <PencilLine aria-hidden className="size-5" />
      Edit Event
    </ButtonLink>
  )
}

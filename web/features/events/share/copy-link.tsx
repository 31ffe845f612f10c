import { Link2 } from 'lucide-react'
import { eventPath } from '#contract/events/event-link.ts'
import type { Event } from '#contract/events/events.ts'
import { copyAloud } from '#web/lib/files/files.ts'
import { useOrigin } from '#web/lib/page/origin.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** Copies the link of the reader's own event, with the key of an unlisted one. */
export function CopyLink({ event }: { event: Pick<Event, 'id' | 'event_name' | 'link_key'> }) {
  const address = useOrigin() + eventPath(event.id, event.link_key)

  const handleCopy = () => copyAloud(address, 'Link copied to clipboard!')

  return (
    <Button variant="secondary" onClick={handleCopy} aria-label={`Copy Link of ${event.event_name}`}>
      <Link2 aria-hidden className="size-5" />
      Copy Link
    </Button>
  )
}

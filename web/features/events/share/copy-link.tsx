import { Link2 } from 'lucide-react'
import { eventPath } from '#contract/events/event-link.ts'
import type { Event } from '#contract/events/events.ts'
import { copyText } from '#web/lib/files/clipboard.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useOrigin } from '#web/lib/page/origin.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** Copies the link of the reader's own event, with the key of an unlisted one. */
export function CopyLink({ event }: { event: Pick<Event, 'id' | 'event_name' | 'link_key'> }) {
  const address = useOrigin() + eventPath(event.id, event.link_key)

  async function handleCopy() {
    try {
      await copyText(address)
      notify.success('Link copied to clipboard!')
    } catch {
      notify.failure('Failed to copy link. Please try again.', { needsNetwork: false })
    }
  }

  return (
    <Button variant="secondary" onClick={handleCopy} aria-label={`Copy Link of ${event.event_name}`}>
      <Link2 aria-hidden className="size-5" />
      Copy Link
    </Button>
  )
}

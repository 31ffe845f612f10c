import { EyeOff, Link2 } from 'lucide'
import { eventPath } from '#contract/events/event-links.ts'
import type { Event } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-share.json'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
import { useOrigin } from '#web/lib/page/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyInput } from '#web/ui/forms/inputs.tsx'

/** Shows the owner the link to their unlisted event. */
export function UnlistedNote({ event }: { event: Pick<Event, 'id' | 'event_name' | 'link_key'> }) {
  const origin = useOrigin()
  if (event.link_key === '') return null
  return (
    <section
      aria-label={m.unlisted}
      className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4 shadow-card sm:p-5"
    >
      <p className="flex items-start gap-3">
        <Icon icon={EyeOff} className="mt-0.5 shrink-0 text-accent-ink" />
        {m.unlistedHint}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyInput
          aria-label={m.eventLink}
          value={origin + eventPath(event.id, event.link_key)}
          className="min-w-0 flex-1 basis-56"
        />
        <CopyLink event={event} />
      </div>
    </section>
  )
}

/** Copies the link to the user's own event, including an unlisted event's key. */
export function CopyLink({ event }: { event: Pick<Event, 'id' | 'event_name' | 'link_key'> }) {
  const address = useOrigin() + eventPath(event.id, event.link_key)

  const handleCopy = () => copyWithNotice(address, common.linkCopied)

  return (
    <Button variant="secondary" onClick={handleCopy} aria-label={fill(m.copyLinkOf, { event: event.event_name })}>
      <Icon icon={Link2} />
      {common.copyLink}
    </Button>
  )
}

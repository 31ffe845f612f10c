import { Printer, Share2 } from 'lucide-react'
import { eventPath } from '#contract/events/event-link.ts'
import type { Event } from '#contract/events/events.ts'
import { useOrigin } from '#web/lib/page/origin.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { CopyLink } from './copy-link.tsx'
import { share } from './share-button.tsx'

/** The ways in which an organizer passes on the link of their event. */
export function ShareLink({ event }: { event: Pick<Event, 'id' | 'event_name' | 'link_key'> }) {
  const address = useOrigin() + eventPath(event.id, event.link_key)
  return (
    <div className="flex flex-col gap-4 print:hidden">
      <Field label="Link of the event">
        {(control) => (
          <TextInput
            {...control}
            readOnly
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className="figures"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <CopyLink event={event} />
        {'share' in navigator ? (
          <Button variant="secondary" onClick={() => share(event.event_name, address)}>
            <Share2 aria-hidden className="size-5" />
            Share
          </Button>
        ) : null}
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-5" />
          Print
        </Button>
      </div>
    </div>
  )
}

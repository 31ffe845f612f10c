import type { EndReason, EventDetail } from '#contract/events/events.ts'
import { useServerNow } from '#web/lib/clock.ts'
import { endedWords } from './ended-words.ts'
import { OrganizersWord } from './sentences.tsx'

/** What has become of the reader's last application, above the button by which they can apply again. */
export function EndedNote({ event, reason }: { event: EventDetail; reason: EndReason }) {
  const now = useServerNow()
  if (now === null) return null
  return (
    <section aria-label="Your Application" className="flex flex-col gap-2">
      {endedWords(reason, event, now).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {event.refused ? <OrganizersWord>{event.refused}</OrganizersWord> : null}
    </section>
  )
}

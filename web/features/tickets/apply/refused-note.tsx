import { cancelSentences } from '#contract/events/application.ts'
import { OrganizersWord } from '#web/features/tickets/application/sentences.tsx'

/** What somebody reads whose application the organizer has refused. They may apply again. */
export function RefusedNote({ word }: { word: string }) {
  return (
    <section aria-label="Your Application" className="flex flex-col gap-2">
      <p>{cancelSentences.refused}</p>
      {word === '' ? null : <OrganizersWord>{word}</OrganizersWord>}
    </section>
  )
}

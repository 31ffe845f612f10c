import { type ReactNode, useState } from 'react'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { type Applied, placesLost, placesLostWords } from './applied.ts'

interface Asked {
  people: number
  answer: (agrees: boolean) => void
}

/** Asks before an event is saved by which people lose their place in line. `agrees` resolves once that is answered, at once
 *  where nobody does. */
export function useLineQuestion(applied: Applied | null): {
  agrees: (draft: EventDraft) => Promise<boolean>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function agrees(draft: EventDraft): Promise<boolean> {
    const people = applied ? placesLost(applied, draft) : 0
    if (people === 0) return true
    return new Promise((answer) => setAsked({ people, answer }))
  }

  function handleAnswer(agrees: boolean) {
    asked?.answer(agrees)
    setAsked(null)
  }

  return {
    agrees,
    question: (
      <ConfirmDialog
        open={asked !== null}
        title="Close the waiting list?"
        confirmLabel="Close the waiting list"
        onConfirm={() => handleAnswer(true)}
        onClose={() => handleAnswer(false)}
      >
        <p>{asked ? placesLostWords(asked.people) : ''}</p>
      </ConfirmDialog>
    ),
  }
}

import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { paths } from '#contract/paths.ts'
import type { ApplicantCounts } from '#contract/tickets/applicants.ts'
import type { DraftField, DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'

/** Those who have applied for the event that is edited, when its form was opened. */
export interface Applied {
  eventId: number
  counts: ApplicantCounts
}

export const hasApplicants = (applied: Applied | null) => applied !== null && applied.counts.all > 0

const number = new Intl.NumberFormat('en-US')

/** What is asked of the seats of an event: a limit below those that are held is refused. */
export function seatsNote({ counts: { approved, to_pay, waiting } }: Applied): string | null {
  const held = approved + to_pay
  if (waiting > 0) return `${heldSeats(held)} More seats go to the waiting list at once.`
  return held > 0 ? heldSeats(held) : null
}

function heldSeats(held: number): string {
  return held === 1
    ? '1 seat is held already: the limit may not be below it.'
    : `${number.format(held)} seats are held already: the limit may not be below them.`
}

/** What happens to those who stand in line when the waiting list is switched off. */
export function lineClosedNote({ counts: { waiting } }: Applied): string | null {
  if (waiting === 0) return null
  return waiting === 1
    ? '1 person stands in line. When you save this, their place ends, and they are told by email.'
    : `${number.format(waiting)} people stand in line. When you save this, their places end, and each of them is told by email.`
}

/** How many lose their place in line by this draft: those for whom it has no seat either. */
export function placesLost(
  { counts: { approved, to_pay, waiting } }: Applied,
  { waiting_list, max_attendee }: Pick<EventDraft, 'waiting_list' | 'max_attendee'>,
): number {
  if (waiting_list || max_attendee === null) return 0
  return Math.max(0, waiting - Math.max(0, max_attendee - approved - to_pay))
}

export function placesLostWords(people: number): string {
  return people === 1
    ? '1 person stands in line, and loses their place. They are told by email. This cannot be undone.'
    : `${number.format(people)} people stand in line, and lose their places. Each of them is told by email. This cannot be undone.`
}

/** What becomes of the line when the organizer begins to decide, and what must be decided before that ends. */
export function approvalNote({ counts: { waiting, to_approve } }: Applied, isOn: boolean): string | null {
  if (isOn && waiting > 0) {
    return waiting === 1
      ? '1 person stands in line. When you save this, they wait for your approval.'
      : `${number.format(waiting)} people stand in line. When you save this, they wait for your approval, in their order.`
  }
  if (to_approve === 0) return null
  return to_approve === 1
    ? '1 application waits for your approval. Decide about it before you switch this off.'
    : `${number.format(to_approve)} applications wait for your approval. Decide about them before you switch this off.`
}

/** Why an event cannot become free, or lose its receiver, at the moment. */
export function payersNote({ counts: { to_pay } }: Applied): string | null {
  if (to_pay === 0) return null
  return to_pay === 1
    ? '1 person has still to pay. Another receiver is theirs at once, and they are told by email; it cannot be left out until they have paid.'
    : `${number.format(to_pay)} people have still to pay. Another receiver is theirs at once, and each is told by email; it cannot be left out until they have paid.`
}

interface AppliedNoteProps {
  applied: Applied | null
  /** The setting that the server refuses to change because of them. */
  about: DraftField
  note: (applied: Applied) => string | null
}

/** Says beside a setting what it means for those who have applied, with the way to them; the way alone where the server has
 *  just refused a change because of somebody who was not there when the form was opened. */
export function AppliedNote({ applied, about, note }: AppliedNoteProps) {
  const { formState } = useFormContext<DraftValues>()
  const words = applied && note(applied)
  const isRefused = formState.errors[about]?.type === 'refused'
  return applied && (words || isRefused) ? (
    <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      {words ? `${words} ` : ''}
      <Link
        to={paths.applicants(applied.eventId)}
        className="-my-2.5 inline-flex min-h-11 items-center rounded-sm font-medium underline underline-offset-4"
      >
        Show applicants
      </Link>
    </p>
  ) : null
}

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

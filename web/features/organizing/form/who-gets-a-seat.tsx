import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { type Applied, approvalNote, lineClosedNote, seatsNote } from '#web/features/organizing/applied/applied.ts'
import { AppliedNote } from '#web/features/organizing/applied/applied-note.tsx'
import { DraftSwitch } from '#web/features/organizing/applied/draft-switch.tsx'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'

/** How many seats there are, and to whom they go. */
export function WhoGetsASeat({ applied }: { applied: Applied | null }) {
  const heading = useId()
  const [limit, decides, waits] = useWatch<DraftValues, ['max_attendee', 'needs_approval', 'waiting_list']>({
    name: ['max_attendee', 'needs_approval', 'waiting_list'],
  })
  const isLimited = !['', '0'].includes(String(limit ?? '').trim())
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="text-lg">
        Who gets a seat
      </h2>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <div className="flex flex-col gap-2">
          <DraftInput name="max_attendee" label="Maximum Attendees" hint="Leave it blank for no limit.">
            {(control) => <TextInput {...control} inputMode="numeric" />}
          </DraftInput>
          <AppliedNote applied={applied} about="max_attendee" note={seatsNote} />
        </div>
        <DraftInput name="min_age_requirement" label="Minimum Age" hint="In years; 0 lets everybody in.">
          {(control) => <TextInput {...control} inputMode="numeric" />}
        </DraftInput>
      </div>
      <DraftSwitch
        name="needs_approval"
        label="Approve each applicant"
        hint="People may apply also when all seats are taken. You decide who gets one."
      />
      <AppliedNote applied={applied} about="needs_approval" note={(given) => approvalNote(given, Boolean(decides))} />
      {isLimited && !decides ? (
        <DraftSwitch
          name="waiting_list"
          label="Waiting list"
          hint="When all seats are taken, people may stand in line. A seat that comes free is the next one's at once."
        />
      ) : null}
      {isLimited && !decides && !waits ? (
        <AppliedNote applied={applied} about="waiting_list" note={lineClosedNote} />
      ) : null}
    </section>
  )
}

import { useFormContext, useWatch } from 'react-hook-form'
import { fromInput } from '#contract/dates.ts'
import { isMoved } from '#contract/events/event-place.ts'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { plural } from '#web/lib/format/numbers.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import type { CurrentApplicants } from './current-applicants.tsx'

/** In characters, as `change_note` of contract/events/own-events.ts. */
const longest = 300

interface MovedNoticeProps {
  applicants: CurrentApplicants | null
  /** The event as it was when the form was opened. */
  initial: DraftValues
  note: string
  onNote: (note: string) => void
}

/** Says how many people will be told that date, time or place have changed, with a sentence to them. */
export function MovedNotice({ applicants, initial, note, onNote }: MovedNoticeProps) {
  const { control } = useFormContext<DraftValues>()
  const [start, end, is_online, place_to_be_announced, address] = useWatch({
    control,
    name: ['start_date_event', 'end_date_event', 'is_online', 'place_to_be_announced', 'address'],
  })
  const people = applicants ? applicants.counts.all - applicants.counts.cancelled : 0
  const typed = { start_date_event: start, end_date_event: end, is_online, place_to_be_announced, address }
  if (people === 0 || !isMoved(placed(initial), placed(typed))) return null
  return (
    <div className="flex flex-col gap-3 rounded-md bg-warning-soft p-4">
      <p role="status" className="figures font-medium text-warning">
        {`When you save this, ${plural(people, 'person', 'people')} will be told of the new time or place by email.`}
      </p>
      <Field
        label="A sentence to them (optional)"
        hint="Further changes within ten minutes go into the same email."
        error={note.trim().length > longest ? `Use at most ${longest} characters.` : undefined}
        count={{ used: note.trim().length, max: longest }}
      >
        {(field) => <TextArea {...field} rows={2} value={note} onChange={({ target }) => onNote(target.value)} />}
      </Field>
    </div>
  )
}

type Typed = Pick<
  DraftValues,
  'start_date_event' | 'end_date_event' | 'is_online' | 'place_to_be_announced' | 'address'
>

/** What is typed, as the event that it becomes. */
function placed({ start_date_event, end_date_event, is_online, place_to_be_announced, address }: Typed) {
  return {
    start_date_event: fromInput(String(start_date_event ?? '')),
    end_date_event: fromInput(String(end_date_event ?? '')),
    is_online: Boolean(is_online),
    place_to_be_announced: Boolean(place_to_be_announced),
    address: String(address ?? '').trim(),
  }
}

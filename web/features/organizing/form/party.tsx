import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { mostInParty } from '#contract/events/ticket-types.ts'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { DateTimeInput, Select } from '#web/ui/forms/inputs.tsx'
import { DraftInput, DraftSwitch } from './draft-input.tsx'

const sizes = Array.from({ length: mostInParty }, (_, place) => ({
  value: String(place + 1),
  label: place === 0 ? '1: everybody applies for themselves' : `Up to ${place + 1}`,
}))

/** How many seats one application may have, and what is asked about the guests. */
export function PartyPart() {
  const heading = useId()
  const [most, questions = []] = useWatch<DraftValues, ['max_party', 'questions']>({ name: ['max_party', 'questions'] })
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="text-lg">
        Several seats in one application
      </h2>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <DraftInput
          name="max_party"
          label="Seats in One Application"
          hint="Each seat has a ticket and a code of its own. They are paid together."
        >
          {(control) => <Select {...control} options={sizes} />}
        </DraftInput>
        {Number(most) > 1 ? (
          <DraftInput
            name="pass_on_until"
            label="Tickets Can Be Passed On Until"
            hint="A ticket then gets another name and a new code. Leave it blank for the start of the event."
          >
            {(control) => <DateTimeInput {...control} />}
          </DraftInput>
        ) : null}
      </div>
      {Number(most) > 1 ? (
        <>
          <DraftSwitch
            name="guest_names_optional"
            label="Names of guests can be left out"
            hint="Their tickets then say 'Guest of' and the name of the applicant."
          />
          {questions.length > 0 ? (
            <DraftSwitch
              name="questions_per_guest"
              label="Ask the questions for each guest"
              hint="Otherwise they are asked once, of the applicant."
            />
          ) : null}
        </>
      ) : null}
    </section>
  )
}

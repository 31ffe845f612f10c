import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { decisionLimits } from '#contract/tickets/applicants.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import { deeds } from './deeds.ts'
import type { Asked, Decision } from './use-decision.ts'

const number = new Intl.NumberFormat('en-US')

/** Asks before a decision about applications, with room for a word to the applicants; and once more where there are fewer
 *  seats than applications. */
export function DecisionDialog({ eventId, decision }: { eventId: number; decision: Decision }) {
  const { asked, close } = decision
  return (
    <Dialog open={asked !== null} title={asked ? titleOf(asked) : ''} onClose={close} hasCancel>
      {asked ? <Question eventId={eventId} asked={asked} decision={decision} /> : null}
    </Dialog>
  )
}

function titleOf({ deed, applications, seatsFree }: Asked): string {
  if (seatsFree === null) return deeds[deed].ask(applications.length)
  return seatsFree === 0 ? 'There is no free seat' : 'There are not enough seats'
}

function Question({ eventId, asked, decision }: { eventId: number; asked: Asked; decision: Decision }) {
  const [word, setWord] = useState('')
  const { deed, seatsFree } = asked
  const { label, meaning, takesWord, busy } = deeds[deed]
  const used = word.trim().length
  return (
    <>
      <p role={seatsFree === null ? undefined : 'status'} className="text-ink-soft">
        {seatsFree === null ? meaning(asked.applications.length) : seatsWords(asked, seatsFree)}
      </p>
      {takesWord && seatsFree === null ? (
        <Field
          label="A word to them (optional)"
          hint="It is in their mail, and on their ticket page."
          error={used > decisionLimits.word ? `Use at most ${decisionLimits.word} characters.` : undefined}
          count={{ used, max: decisionLimits.word }}
        >
          {(control) => (
            <TextArea {...control} rows={3} value={word} onChange={({ target }) => setWord(target.value)} />
          )}
        </Field>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={decision.close} disabled={decision.busy}>
          Cancel
        </Button>
        {seatsFree === 0 ? (
          <ButtonLink to={paths.editEvent(eventId)}>Edit Event</ButtonLink>
        ) : (
          <Button
            variant={deed === 'refuse' ? 'danger' : 'primary'}
            unavailable={used > decisionLimits.word}
            busy={decision.busy && busy}
            onClick={() => decision.decide(word)}
          >
            {seatsFree === null ? label : `Approve the first ${number.format(seatsFree)}`}
          </Button>
        )}
      </div>
    </>
  )
}

/** 'There are 3 seats for 10 people. Approve the first 3?' */
function seatsWords({ applications }: Asked, seats: number): string {
  const people = number.format(applications.length)
  if (seats === 0)
    return 'Every seat is taken. More people can be approved when a seat comes free, or with a higher limit.'
  return seats === 1
    ? `There is 1 seat for ${people} people. Approve the first one? Whoever applied first comes first.`
    : `There are ${number.format(seats)} seats for ${people} people. Approve the first ${number.format(seats)}? Whoever applied first comes first.`
}

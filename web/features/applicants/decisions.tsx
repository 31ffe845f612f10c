import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import {
  type Applicant,
  approveApplications,
  type Decided,
  decisionLimits,
  markPaid,
  refuseApplications,
} from '#contract/tickets/applicants.ts'
import { ApiError, isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import { type DeedName, deedNames, deedsFor } from './application-states.ts'

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

const number = new Intl.NumberFormat('en-US')

/** What can be done about the chosen applications. It stands at the end of the list and stays in sight until then; the style
 *  sheet keeps what is focused clear of it by its class. */
export function BulkBar({ choice, decision }: { choice: Choice; decision: Decision }) {
  const { chosen, possible, chooseNone } = choice
  if (chosen.length === 0) return null
  return (
    <section
      aria-label="Chosen applications"
      className="bulk-bar not-short:@min-[18rem]:sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-card p-2 shadow-float md:bottom-4"
    >
      <p className="figures min-w-24 flex-1 px-2 font-medium">{number.format(chosen.length)} chosen</p>
      <Button variant="quiet" onClick={chooseNone}>
        Choose none
      </Button>
      <div className="flex w-full flex-wrap gap-1.5 sm:w-auto sm:gap-2">
        {possible.map(({ deed, applications }) => (
          <Button
            key={deed}
            variant={deed === 'refuse' ? 'secondary' : 'primary'}
            className="whitespace-nowrap max-sm:flex-auto max-sm:px-2 max-sm:text-sm"
            onClick={() => decision.ask(deed, applications)}
          >
            {`${deeds[deed].label} ${number.format(applications.length)}`}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** Which of the applications that are shown the owner has chosen, of those about which anything can be done. */
export function useChoice(shown: Applicant[], isOver: boolean) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const choosable = isOver ? [] : shown.filter(({ state }) => deedsFor(state).length > 0)
  // What is not shown any more is not chosen any more.
  const chosen = choosable.filter(({ application_id }) => marked.has(application_id))

  function choose({ application_id }: Applicant, isChosen: boolean) {
    const next = new Set(chosen.map((each) => each.application_id))
    if (isChosen) next.add(application_id)
    else next.delete(application_id)
    setMarked(next)
  }

  return {
    choosable,
    chosen,
    choose,
    chooseAll: () => setMarked(new Set(choosable.map(({ application_id }) => application_id))),
    chooseNone: () => setMarked(new Set()),
    /** Those about which has just been decided are for the owner to choose again. */
    leaveOut: (decided: number[]) => setMarked((before) => new Set([...before].filter((id) => !decided.includes(id)))),
    /** For each thing that can be done about any of the chosen, the applications that it can be done about. */
    possible: deedNames
      .map((deed) => ({ deed, applications: idsFor(deed, chosen) }))
      .filter(({ applications }) => applications.length > 0),
  }
}

export type Choice = ReturnType<typeof useChoice>

const idsFor = (deed: DeedName, applicants: Applicant[]) =>
  applicants.filter(({ state }) => deedsFor(state).includes(deed)).map(({ application_id }) => application_id)

/** What the owner is asked before it is done. */
export interface Asked {
  deed: DeedName
  /** The rows of the applications. */
  applications: number[]
  /** How many seats are free, once there turned out to be fewer than applications. */
  seatsFree: number | null
}

/** Asks before each decision about applications, makes it, and calls `onDecided` with the rows that it changed when the
 *  list is another by it. */
export function useDecision(eventId: number, onDecided: (applications: number[]) => void) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)

  async function decide(word: string) {
    if (asked === null) return
    const { deed, applications, seatsFree } = asked
    setBusy(true)
    try {
      const decided = await deeds[deed].send(eventId, { applications, word, first: seatsFree !== null })
      setAsked(null)
      notify.success(deeds[deed].done(decided.applications.length))
      onDecided(decided.applications)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'seats_not_enough') {
        setAsked({ ...asked, seatsFree: error.seatsFree ?? 0 })
      } else {
        notify.failure(messageOf(error, deeds[deed].failure))
        // Somebody else has decided, or the event is over: what is shown is old.
        if (!isSilence(error)) onDecided([])
      }
    }
    setBusy(false)
  }

  return {
    asked,
    busy,
    ask: (deed: DeedName, applications: number[]) => setAsked({ deed, applications, seatsFree: null }),
    decide,
    close: () => setAsked(null),
  }
}

export type Decision = ReturnType<typeof useDecision>

interface Sent {
  applications: number[]
  word: string
  /** Only as many as there are seats, first who applied first. */
  first: boolean
}

interface Deed {
  label: string
  /** The question before it is done. */
  ask: (people: number) => string
  /** What it means for them. */
  meaning: (people: number) => string
  busy: string
  done: (people: number) => string
  failure: string
  /** Whether a word to the applicants goes with it. */
  takesWord: boolean
  send: (eventId: number, sent: Sent) => Promise<Decided>
}

const number = new Intl.NumberFormat('en-US')

export const deeds: Record<DeedName, Deed> = {
  approve: {
    label: 'Approve',
    ask: (people) => (people === 1 ? 'Approve this application?' : `Approve ${number.format(people)} applications?`),
    meaning: (people) =>
      people === 1 ? 'They get a seat, and are told by email.' : 'Each of them gets a seat, and is told by email.',
    busy: 'Approving...',
    done: (people) =>
      people === 1 ? '1 application was approved.' : `${number.format(people)} applications were approved.`,
    failure: 'This could not be approved. Please try again.',
    takesWord: true,
    send: (eventId, body) => call(approveApplications, { params: { eventId }, body }),
  },
  paid: {
    label: 'Mark as paid',
    ask: (people) =>
      people === 1 ? 'Mark this application as paid?' : `Mark ${number.format(people)} applications as paid?`,
    meaning: (people) =>
      people === 1
        ? 'You have seen the money. They get a ticket, and are told by email.'
        : 'You have seen the money. Each of them gets a ticket, and is told by email.',
    busy: 'Marking...',
    done: (people) =>
      people === 1 ? '1 application was marked as paid.' : `${number.format(people)} applications were marked as paid.`,
    failure: 'This could not be marked as paid. Please try again.',
    takesWord: false,
    send: (eventId, { applications }) => call(markPaid, { params: { eventId }, body: { applications } }),
  },
  refuse: {
    label: 'Refuse',
    ask: (people) => (people === 1 ? 'Refuse this application?' : `Refuse ${number.format(people)} applications?`),
    meaning: (people) =>
      people === 1
        ? 'This cannot be undone, and they are told by email. They may apply again.'
        : 'This cannot be undone, and each of them is told by email. They may apply again.',
    busy: 'Refusing...',
    done: (people) =>
      people === 1 ? '1 application was refused.' : `${number.format(people)} applications were refused.`,
    failure: 'This could not be refused. Please try again.',
    takesWord: true,
    send: (eventId, { applications, word }) =>
      call(refuseApplications, { params: { eventId }, body: { applications, word } }),
  },
}

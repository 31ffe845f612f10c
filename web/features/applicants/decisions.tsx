import { useState } from 'react'
import { isAtLeast } from '#contract/endpoint.ts'
import type { Event } from '#contract/events/events.ts'
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
import { useAction } from '#web/lib/api/use-action.ts'
import { exactBaht, formatNumber, plural } from '#web/lib/format/numbers.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import { type DecisionName, decisionNames, decisionsFor } from './application-states.ts'

interface Sent {
  applications: number[]
  word: string
  /** Approve only as many as there are seats, earliest first. */
  first: boolean
}

interface DecisionKind {
  label: string
  /** The dialog's title. */
  ask: (people: number) => string
  /** What happens to the applicants, who have this to pay together, in satang. */
  effect: (people: number, satang: number) => string
  busy: string
  done: (people: number) => string
  failure: string
  takesMessage: boolean
  send: (eventId: number, sent: Sent) => Promise<Decided>
}

const thisOr = (people: number) => (people === 1 ? 'this application' : plural(people, 'application'))
const wereOf = (people: number) => `${plural(people, 'application')} ${people === 1 ? 'was' : 'were'}`

export const decisionKinds: Record<DecisionName, DecisionKind> = {
  approve: {
    label: 'Approve',
    ask: (people) => `Approve ${thisOr(people)}?`,
    effect: (people) => (people === 1 ? 'They get a seat and an email.' : 'Each of them gets a seat and an email.'),
    busy: 'Approving...',
    done: (people) => `${wereOf(people)} approved.`,
    failure: 'This could not be approved. Please try again.',
    takesMessage: true,
    send: (eventId, body) => call(approveApplications, { params: { eventId }, body }),
  },
  paid: {
    label: 'Mark as paid',
    ask: (people) => `Mark ${thisOr(people)} as paid?`,
    effect: (people, satang) =>
      people === 1
        ? `Do this once you have the ${exactBaht(satang)} baht. They get a ticket and an email.`
        : `Do this once you have the ${exactBaht(satang)} baht of them all. Each of them gets a ticket and an email.`,
    busy: 'Marking...',
    done: (people) => `${wereOf(people)} marked as paid.`,
    failure: 'This could not be marked as paid. Please try again.',
    takesMessage: false,
    send: (eventId, { applications }) => call(markPaid, { params: { eventId }, body: { applications } }),
  },
  refuse: {
    label: 'Refuse',
    ask: (people) => `Refuse ${thisOr(people)}?`,
    effect: (people) =>
      people === 1
        ? 'This cannot be undone. They get an email and may apply again.'
        : 'This cannot be undone. Each of them gets an email and may apply again.',
    busy: 'Refusing...',
    done: (people) => `${wereOf(people)} refused.`,
    failure: 'This could not be refused. Please try again.',
    takesMessage: true,
    send: (eventId, { applications, word }) =>
      call(refuseApplications, { params: { eventId }, body: { applications, word } }),
  },
  take_back: {
    label: 'Take back',
    ask: (people) => (people === 1 ? 'Take this invitation back?' : `Take ${plural(people, 'invitation')} back?`),
    effect: (people) =>
      people === 1
        ? 'The link in their mail ends, and the seat is free again.'
        : 'The links in their mails end, and the seats are free again.',
    busy: 'Taking back...',
    done: (people) => `${plural(people, 'invitation')} ${people === 1 ? 'was' : 'were'} taken back.`,
    failure: 'This could not be taken back. Please try again.',
    takesMessage: false,
    send: (eventId, { applications }) => call(refuseApplications, { params: { eventId }, body: { applications } }),
  },
}

/** Which of the listed applications are chosen, of those that have not ended. */
export function useChoice(listed: Applicant[], isOver: boolean) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  // A deleted account has a negative number, and cannot be written to.
  const choosable = listed.filter(({ id, state }) => (id > 0 && state !== 'CANCELLED') || state === 'INVITED')
  // An application that leaves the list is no longer chosen.
  const chosen = choosable.filter(({ application_id }) => marked.has(application_id))

  function choose({ application_id }: Applicant, isChosen: boolean) {
    const next = new Set(chosen.map((each) => each.application_id))
    if (isChosen) next.add(application_id)
    else next.delete(application_id)
    setMarked(next)
  }

  return {
    /** Nothing can be decided any more. */
    isOver,
    choosable,
    chosen,
    choose,
    chooseAll: () => setMarked(new Set(choosable.map(({ application_id }) => application_id))),
    chooseNone: () => setMarked(new Set()),
    remove: (decided: number[]) => setMarked((before) => new Set([...before].filter((id) => !decided.includes(id)))),
    /** Each decision that is possible for any of the chosen applications, with those applications. */
    possible: (isOver ? [] : decisionNames)
      .map((name) => ({ name, applicants: chosen.filter(({ state }) => decisionsFor(state).includes(name)) }))
      .filter(({ applicants }) => applicants.length > 0),
  }
}

export type Choice = ReturnType<typeof useChoice>

/** A decision that the dialog asks about. */
interface Asked {
  name: DecisionName
  applications: number[]
  /** What they have to pay together. */
  satang: number
  /** The number of free seats, once the server has reported that there are not enough. */
  seatsFree: number | null
}

/** Asks before each decision, and calls `onDecided` with the changed applications when the list must be loaded again. */
export function useDecision(eventId: number, onDecided: (applications: number[]) => void) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { run, busy } = useAction()

  async function decide(word: string) {
    if (asked === null) return
    const { name, applications, seatsFree } = asked
    const { send, done, failure } = decisionKinds[name]
    await run(
      async () => {
        const decided = await send(eventId, { applications, word, first: seatsFree !== null })
        setAsked(null)
        notify.success(done(decided.applications.length))
        onDecided(decided.applications)
      },
      (error) => {
        if (error instanceof ApiError && error.code === 'seats_not_enough') {
          setAsked({ ...asked, seatsFree: error.seatsFree ?? 0 })
          return undefined
        }
        // Someone else has decided, or the event is over: the list is out of date.
        if (!isSilence(error)) onDecided([])
        return messageOf(error, failure)
      },
    )
  }

  return {
    eventId,
    asked,
    busy,
    ask: (name: DecisionName, applicants: Applicant[]) =>
      setAsked({
        name,
        applications: applicants.map(({ application_id }) => application_id),
        satang: applicants.reduce((sum, { price_satang }) => sum + price_satang, 0),
        seatsFree: null,
      }),
    decide,
    close: () => setAsked(null),
  }
}

export type Decision = ReturnType<typeof useDecision>

/** Its team's roles decide what else is offered. */
type DecidedEvent = Pick<Event, 'id' | 'role'>

/** Asks before a decision, with a field for a message to the applicants; asks again if there are not enough seats. */
export function DecisionDialog({ event, decision }: { event: DecidedEvent; decision: Decision }) {
  const { asked, close } = decision
  return (
    <Dialog open={asked !== null} title={asked ? titleOf(asked) : ''} onClose={close} hasCancel>
      {asked ? <Question event={event} asked={asked} decision={decision} /> : null}
    </Dialog>
  )
}

function titleOf({ name, applications, seatsFree }: Asked): string {
  if (seatsFree === null) return decisionKinds[name].ask(applications.length)
  return seatsFree === 0 ? 'There is no free seat' : 'There are not enough seats'
}

function Question({ event, asked, decision }: { event: DecidedEvent; asked: Asked; decision: Decision }) {
  const [message, setMessage] = useState('')
  const { name, seatsFree } = asked
  const { label, effect, takesMessage, busy } = decisionKinds[name]
  const used = message.trim().length
  return (
    <>
      <p role={seatsFree === null ? undefined : 'status'} className="text-ink-soft">
        {seatsFree === null ? effect(asked.applications.length, asked.satang) : seatsText(asked, seatsFree)}
      </p>
      {takesMessage && seatsFree === null ? (
        <Field
          label="Message to them (optional)"
          hint="It is in the email and on their ticket page."
          error={used > decisionLimits.word ? `Use at most ${decisionLimits.word} characters.` : undefined}
          count={{ used, max: decisionLimits.word }}
        >
          {(control) => (
            <TextArea {...control} rows={3} value={message} onChange={({ target }) => setMessage(target.value)} />
          )}
        </Field>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={decision.close} disabled={decision.busy}>
          Cancel
        </Button>
        {seatsFree === 0 ? (
          isAtLeast(event.role, 'co_host') ? (
            <ButtonLink to={paths.editEvent(event.id)}>Edit Event</ButtonLink>
          ) : null
        ) : (
          <Button
            variant={name === 'refuse' || name === 'take_back' ? 'danger' : 'primary'}
            unavailable={used > decisionLimits.word}
            busy={decision.busy && busy}
            onClick={() => decision.decide(message)}
          >
            {seatsFree === null ? label : `Approve the first ${formatNumber(seatsFree)}`}
          </Button>
        )}
      </div>
    </>
  )
}

function seatsText({ applications }: Asked, seats: number): string {
  const people = formatNumber(applications.length)
  if (seats === 0)
    return 'Every seat is taken. You can approve more people when a seat becomes free, or with a higher limit.'
  return seats === 1
    ? `There is 1 seat for ${people} people. Approve the first one, in the order of their applications?`
    : `There are ${formatNumber(seats)} seats for ${people} people. Approve the first ${formatNumber(seats)}? They are approved in the order of their applications.`
}

/** Buttons for the chosen applications. Sticks to the bottom of the screen above the list's end; styles.css uses its class to
 *  keep focused elements clear of it. */
export function BulkBar({ event, choice, decision }: { event: DecidedEvent; choice: Choice; decision: Decision }) {
  const { chosen, possible, chooseNone } = choice
  if (chosen.length === 0) return null
  // Nobody can be written to before they have claimed their ticket.
  const reached = chosen.filter(({ id }) => id > 0)
  return (
    <section
      aria-label="Chosen applications"
      className="bulk-bar not-short:@min-[18rem]:sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-card p-2 shadow-float md:bottom-4"
    >
      <p className="figures min-w-24 flex-1 px-2 font-medium">{formatNumber(chosen.length)} chosen</p>
      <Button variant="quiet" onClick={chooseNone}>
        Choose none
      </Button>
      <div className="flex w-full flex-wrap gap-1.5 sm:w-auto sm:gap-2">
        {reached.length > 0 && isAtLeast(event.role, 'co_host') ? (
          <ButtonLink
            to={`${paths.messages(event.id)}?to=chosen&applications=${reached.map(({ application_id }) => application_id).join()}`}
            variant="secondary"
            className="whitespace-nowrap max-sm:flex-auto max-sm:px-2 max-sm:text-sm"
          >
            {`Message ${formatNumber(reached.length)}`}
          </ButtonLink>
        ) : null}
        {possible.map(({ name, applicants }) => (
          <Button
            key={name}
            variant={name === 'refuse' || name === 'take_back' ? 'secondary' : 'primary'}
            className="whitespace-nowrap max-sm:flex-auto max-sm:px-2 max-sm:text-sm"
            onClick={() => decision.ask(name, applicants)}
          >
            {`${decisionKinds[name].label} ${formatNumber(applicants.length)}`}
          </Button>
        ))}
      </div>
    </section>
  )
}

import { useState } from 'react'
import { isAtLeast } from '#contract/endpoint.ts'
import type { Event } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { exactBaht } from '#contract/numbers.ts'
import { paths } from '#contract/paths.ts'
import {
  type Applicant,
  approveApplications,
  type Decided,
  decisionLimits,
  markPaid,
  refuseApplications,
} from '#contract/tickets/applicants.ts'
import * as m from '#messages/applicants-decisions.json'
import * as common from '#messages/common.json'
import { ApiError, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import { nameOf } from './applicant.tsx'
import { type DecisionName, decisionNames, decisionsFor } from './application-states.ts'

interface Sent {
  applications: number[]
  word: string
  /** Approve only those that there are seats for, earliest first. */
  first: boolean
}

interface DecisionKind {
  label: string
  /** The same with the name of whom it is about, and with the number of people. */
  labelOf: string
  labelFor: string
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

export const decisionKinds: Record<DecisionName, DecisionKind> = {
  approve: {
    label: m.approve,
    labelOf: m.approveName,
    labelFor: m.approveCount,
    ask: (people) => counted(people, m.approveAsk_one, m.approveAsk_other),
    effect: (people) => counted(people, m.approveEffect_one, m.approveEffect_other),
    busy: m.approving,
    done: (people) => counted(people, m.approveDone_one, m.approveDone_other),
    failure: m.approveFailed,
    takesMessage: true,
    send: (eventId, body) => call(approveApplications, { params: { eventId }, body }),
  },
  paid: {
    label: m.paid,
    labelOf: m.paidName,
    labelFor: m.paidCount,
    ask: (people) => counted(people, m.paidAsk_one, m.paidAsk_other),
    effect: (people, satang) => counted(people, m.paidEffect_one, m.paidEffect_other, { baht: exactBaht(satang) }),
    busy: m.marking,
    done: (people) => counted(people, m.paidDone_one, m.paidDone_other),
    failure: m.paidFailed,
    takesMessage: false,
    send: (eventId, { applications }) => call(markPaid, { params: { eventId }, body: { applications } }),
  },
  refuse: {
    label: m.refuse,
    labelOf: m.refuseName,
    labelFor: m.refuseCount,
    ask: (people) => counted(people, m.refuseAsk_one, m.refuseAsk_other),
    effect: (people) => counted(people, m.refuseEffect_one, m.refuseEffect_other),
    busy: m.refusing,
    done: (people) => counted(people, m.refuseDone_one, m.refuseDone_other),
    failure: m.refuseFailed,
    takesMessage: true,
    send: (eventId, { applications, word }) =>
      call(refuseApplications, { params: { eventId }, body: { applications, word } }),
  },
  take_back: {
    label: m.takeBack,
    labelOf: m.takeBackName,
    labelFor: m.takeBackCount,
    ask: (people) => counted(people, m.takeBackAsk_one, m.takeBackAsk_other),
    effect: (people) => counted(people, m.takeBackEffect_one, m.takeBackEffect_other),
    busy: m.takingBack,
    done: (people) => counted(people, m.takeBackDone_one, m.takeBackDone_other),
    failure: m.takeBackFailed,
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
  /** Whose they are. */
  people: string
  /** What they have to pay together. */
  satang: number
  /** Once the server has reported that there are not enough free seats. */
  short: Shortage | null
}

interface Shortage {
  /** Free ones that the applications could use: others may be of another ticket type. */
  seats: number
  /** The applications that they are enough for. */
  fit: number
}

/** Asks before each decision, and calls `onDecided` with the changed applications when the list must be loaded again. */
export function useDecision(eventId: number, onDecided: (applications: number[]) => void) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { run, busy } = useAction()

  async function decide(word: string) {
    if (asked === null) return
    const { name, applications, short } = asked
    const { send, done, failure } = decisionKinds[name]
    await run(
      async () => {
        const decided = await send(eventId, { applications, word, first: short !== null })
        setAsked(null)
        notify.success(done(decided.applications.length))
        onDecided(decided.applications)
      },
      (error) => {
        if (error instanceof ApiError && error.code === 'seats_not_enough') {
          setAsked({ ...asked, short: { seats: error.seatsFree ?? 0, fit: error.applicationsFit ?? 0 } })
          return undefined
        }
        // Someone else has decided, or the event is over: the list is out of date.
        if (!isOutcomeUnknown(error)) onDecided([])
        if (error instanceof ApiError && error.code === 'application_decided') setAsked(null)
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
        people: applicants.map(nameOf).join(', '),
        satang: applicants.reduce((sum, { price_satang }) => sum + price_satang, 0),
        short: null,
      }),
    decide,
    close: () => setAsked(null),
  }
}

export type Decision = ReturnType<typeof useDecision>

/** Its team's roles decide what else is offered. */
type DecidedEvent = Pick<Event, 'id' | 'role'>

interface DecisionDialogProps {
  event: DecidedEvent
  /** The seats set aside for the door that releasing them would make free. */
  doorSeats: number
  decision: Decision
}

/** Asks before a decision, with a field for a message to the applicants; asks again if there are not enough seats. */
export function DecisionDialog({ event, doorSeats, decision }: DecisionDialogProps) {
  const { asked, close } = decision
  return (
    <Dialog open={asked !== null} title={asked ? titleOf(asked) : ''} onClose={close} hasCancel>
      {asked ? <Question event={event} doorSeats={doorSeats} asked={asked} decision={decision} /> : null}
    </Dialog>
  )
}

function titleOf({ name, applications, short }: Asked): string {
  if (short === null) return decisionKinds[name].ask(applications.length)
  return short.seats === 0 ? m.noFreeSeat : m.notEnoughSeats
}

function Question({ event, doorSeats, asked, decision }: DecisionDialogProps & { asked: Asked }) {
  const [message, setMessage] = useState('')
  const { name, short } = asked
  const { label, effect, takesMessage, busy } = decisionKinds[name]
  const used = message.trim().length
  return (
    <>
      {short === null ? <p className="line-clamp-2 font-medium wrap-anywhere">{asked.people}</p> : null}
      <p role={short === null ? undefined : 'status'} className="text-ink-soft">
        {short === null
          ? effect(asked.applications.length, asked.satang)
          : shortText(asked.applications.length, short, doorSeats)}
      </p>
      {takesMessage && short === null ? (
        <Field
          label={m.message}
          hint={m.messageHint}
          error={used > decisionLimits.word ? fill(m.messageTooLong, { max: decisionLimits.word }) : undefined}
          count={{ used, max: decisionLimits.word }}
        >
          {(control) => (
            <TextArea {...control} rows={3} value={message} onChange={({ target }) => setMessage(target.value)} />
          )}
        </Field>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={decision.close} disabled={decision.busy}>
          {common.cancel}
        </Button>
        {short?.fit === 0 ? (
          isAtLeast(event.role, 'co_host') ? (
            <ButtonLink to={paths.editEvent(event.id)}>{common.editEvent}</ButtonLink>
          ) : null
        ) : (
          <Button
            variant={name === 'refuse' || name === 'take_back' ? 'danger' : 'primary'}
            unavailable={used > decisionLimits.word}
            busy={decision.busy && busy}
            onClick={() => decision.decide(message)}
          >
            {short === null ? label : counted(short.fit, m.approveFitting_one, m.approveFitting_other)}
          </Button>
        )}
      </div>
    </>
  )
}

export function shortText(applications: number, { seats, fit }: Shortage, doorSeats: number): string {
  if (fit > 0) return counted(fit, m.fit_one, m.fit_other, { total: formatNumber(applications) })
  const text = seats === 0 ? m.noSeatsLeft : counted(applications, m.noneFits_one, m.noneFits_other)
  return doorSeats > 0 ? `${text} ${counted(doorSeats, m.seatsAtDoor_one, m.seatsAtDoor_other)}` : text
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
      aria-label={m.chosenApplications}
      className="bulk-bar not-short:@min-[18rem]:sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-card p-2 shadow-float md:bottom-4"
    >
      <p className="figures min-w-24 flex-1 px-2 font-medium">
        {fill(m.chosen, { count: formatNumber(chosen.length) })}
      </p>
      <Button variant="quiet" onClick={chooseNone}>
        {m.chooseNone}
      </Button>
      <div className="flex w-full flex-wrap gap-1.5 sm:w-auto sm:gap-2">
        {reached.length > 0 && isAtLeast(event.role, 'co_host') ? (
          <ButtonLink
            to={`${paths.messages(event.id)}?to=chosen&applications=${reached.map(({ application_id }) => application_id).join()}`}
            variant="secondary"
            className="whitespace-nowrap max-sm:flex-auto max-sm:px-2 max-sm:text-sm"
          >
            {fill(m.messageCount, { count: formatNumber(reached.length) })}
          </ButtonLink>
        ) : null}
        {possible.map(({ name, applicants }) => (
          <Button
            key={name}
            variant={name === 'refuse' || name === 'take_back' ? 'secondary' : 'primary'}
            className="whitespace-nowrap max-sm:flex-auto max-sm:px-2 max-sm:text-sm"
            onClick={() => decision.ask(name, applicants)}
          >
            {fill(decisionKinds[name].labelFor, { count: formatNumber(applicants.length) })}
          </Button>
        ))}
      </div>
    </section>
  )
}

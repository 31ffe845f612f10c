import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { fromInput } from '#contract/date-input.ts'
import type { EventFields } from '#contract/events/event-fields.ts'
import { isMoved } from '#contract/events/event-place.ts'
import type { SeriesDate } from '#contract/events/own-events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import type { ApplicantCounts } from '#contract/tickets/applicants.ts'
import * as m from '#messages/event-ticketing.json'
import type { FormField, FormValues } from '#web/features/organizing/draft/form-schema.ts'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'

/** Applicants of the edited event, counted when its form was opened. */
export interface CurrentApplicants {
  eventId: number
  counts: ApplicantCounts
  /** The later dates of its series, if they are edited, too. */
  later: Pick<SeriesDate, 'applicants' | 'waiting' | 'current_attendees' | 'set_aside'>[]
}

export const hasApplicants = (applicants: CurrentApplicants | null) => applicants !== null && applicants.counts.all > 0

/** The limit cannot go below the seats taken. */
export function seatsNote({ counts: { seats_held, set_aside, waiting } }: CurrentApplicants): string | null {
  const held =
    set_aside > 0
      ? counted(seats_held, m.seatsTakenOrSetAside_one, m.seatsTakenOrSetAside_other)
      : counted(seats_held, m.seatsTaken_one, m.seatsTaken_other)
  if (waiting > 0) return `${held} ${m.moreSeatsGoToWaitingList}`
  return seats_held > 0 ? held : null
}

/** What switching off the waiting list does. */
export function closedWaitingListNote({ counts: { waiting } }: CurrentApplicants): string | null {
  return waiting === 0 ? null : counted(waiting, m.waitingLosePlaces_one, m.waitingLosePlaces_other)
}

/** How many people on the waiting list get no seat by this change and lose their place, at all dates that it changes.
 *  With limits of ticket types all are counted: which types they wait for is not known here. */
export function lostPlaces(
  { counts: { seats_held, waiting }, later }: CurrentApplicants,
  { waiting_list, max_attendee, ticket_types }: Pick<EventFields, 'waiting_list' | 'max_attendee' | 'ticket_types'>,
): number {
  if (waiting_list) return 0
  if (ticket_types.some(({ capacity }) => capacity !== null)) return waiting + sum(later, (date) => date.waiting)
  if (max_attendee === null) return 0
  const lost = (waits: number, held: number) => Math.max(0, waits - Math.max(0, max_attendee - held))
  const heldOn = ({ current_attendees, set_aside }: (typeof later)[number]) => current_attendees + set_aside
  return lost(waiting, seats_held) + sum(later, (date) => lost(date.waiting, heldOn(date)))
}

function sum<T>(list: T[], numberOf: (one: T) => number): number {
  return list.reduce((total, one) => total + numberOf(one), 0)
}

export function lostPlacesText(people: number): string {
  return counted(people, m.lostPlaces_one, m.lostPlaces_other)
}

/** What approval does to the waiting list, and what must be decided before switching it off. */
export function approvalNote({ counts: { waiting, to_approve } }: CurrentApplicants, isOn: boolean): string | null {
  if (isOn && waiting > 0) return counted(waiting, m.waitingNeedApproval_one, m.waitingNeedApproval_other)
  return to_approve === 0 ? null : counted(to_approve, m.applicationsToDecide_one, m.applicationsToDecide_other)
}

/** Why the event cannot become free or lose its receiver yet. */
export function payersNote({ counts: { to_pay } }: CurrentApplicants): string | null {
  return to_pay === 0 ? null : counted(to_pay, m.payersLeft_one, m.payersLeft_other)
}

interface ApplicantsNoteProps {
  applicants: CurrentApplicants | null
  /** The field whose change the server may refuse because of them. */
  about: FormField
  note: (applicants: CurrentApplicants) => string | null
}

/** A note at a setting on what it means for the applicants, with a link to them. Only the link if the server just
 *  refused a change because of new applicants. */
export function ApplicantsNote({ applicants, about, note }: ApplicantsNoteProps) {
  const { formState } = useFormContext<FormValues>()
  const text = applicants && note(applicants)
  const isRefused = formState.errors[about]?.type === 'refused'
  return applicants && (text || isRefused) ? (
    <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      {text ? `${text} ` : ''}
      <Link
        to={paths.applicants(applicants.eventId)}
        className="-my-2.5 inline-flex min-h-11 items-center rounded-sm font-medium underline underline-offset-4"
      >
        {m.showApplicants}
      </Link>
    </p>
  ) : null
}

interface Asked {
  people: number
  answer: (agrees: boolean) => void
}

/** Asks before saving an event if people would lose their place. `agrees` resolves with the answer, at once if nobody
 *  does. */
export function useWaitingListQuestion(
  applicants: CurrentApplicants | null,
  hadWaitingList: boolean,
): {
  agrees: (fields: EventFields) => Promise<boolean>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function agrees(fields: EventFields): Promise<boolean> {
    const people = applicants && hadWaitingList ? lostPlaces(applicants, fields) : 0
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
        title={m.closeWaitingListQuestion}
        confirmLabel={m.closeWaitingList}
        onConfirm={() => handleAnswer(true)}
        onClose={() => handleAnswer(false)}
      >
        <p>{asked ? lostPlacesText(asked.people) : ''}</p>
      </ConfirmDialog>
    ),
  }
}

/** In characters, as `change_note` of contract/events/own-events.ts. */
const longest = 300

interface MovedNoticeProps {
  applicants: CurrentApplicants | null
  /** The event as it was when the form was opened. */
  initial: FormValues
  note: string
  onNote: (note: string) => void
}

/** Says how many people will be notified of the new date, time or place, and takes a sentence for them. */
export function MovedNotice({ applicants, initial, note, onNote }: MovedNoticeProps) {
  const { control } = useFormContext<FormValues>()
  const [start, end, is_online, place_to_be_announced, address] = useWatch({
    control,
    name: ['start_date_event', 'end_date_event', 'is_online', 'place_to_be_announced', 'address'],
  })
  const people = applicants
    ? applicants.counts.all - applicants.counts.cancelled + sum(applicants.later, (date) => date.applicants)
    : 0
  const typed = { start_date_event: start, end_date_event: end, is_online, place_to_be_announced, address }
  if (people === 0 || !isMoved(placed(initial), placed(typed))) return null
  return (
    <div className="flex flex-col gap-3 rounded-md bg-warning-soft p-4">
      <p role="status" className="figures font-medium text-warning">
        {counted(people, m.movePeople_one, m.movePeople_other)}
      </p>
      <Field
        label={m.changeNote}
        hint={m.changeNoteHint}
        error={note.trim().length > longest ? fill(m.changeNoteTooLong, { count: longest }) : undefined}
        count={{ used: note.trim().length, max: longest }}
      >
        {(field) => <TextArea {...field} rows={2} value={note} onChange={({ target }) => onNote(target.value)} />}
      </Field>
    </div>
  )
}

type Typed = Pick<FormValues, 'start_date_event' | 'end_date_event' | 'is_online' | 'place_to_be_announced' | 'address'>

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

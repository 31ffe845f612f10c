import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { eventLimits } from '#contract/events/event-draft.ts'
import { mostInParty } from '#contract/events/ticket-types.ts'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { DateTimeInput, Select, Switch, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import {
  ApplicantsNote,
  approvalNote,
  type CurrentApplicants,
  closedWaitingListNote,
  hasApplicants,
  payersNote,
  seatsNote,
} from './current-applicants.tsx'
import { DraftInput, DraftSwitch } from './draft-input.tsx'
import { DraftMarkdown } from './markdown-input.tsx'
import { QuestionsPart } from './questions.tsx'
import { TicketTypesPart } from './ticket-types.tsx'

interface PaymentProps {
  applicants: CurrentApplicants | null
  /** Only the owner changes who receives the money. */
  isOwner: boolean
}

const ownersOnly = 'Only the owner of the event can change this.'

/** `applicants` is null for an event that nobody can have applicants for, and where those who have are not known. */
export function Ticketing({ applicants, isOwner }: PaymentProps) {
  return (
    <div className="flex flex-col gap-6">
      <Payment applicants={applicants} isOwner={isOwner} />
      <TicketTypesPart />
      <Seats applicants={applicants} />
      <PartyPart />
      <QuestionsPart />
      <DraftMarkdown name="terms_and_conditions" label="Terms & Conditions" rows={6} />
    </div>
  )
}

/** By minutes. */
const times: Record<string, string> = {
  10: '10 minutes',
  30: '30 minutes',
  120: '2 hours',
  1440: '1 day',
  4320: '3 days',
  10080: '7 days',
}

function Payment({ applicants, isOwner }: PaymentProps) {
  const { register } = useFormContext<DraftValues>()
  const [free, types = []] = useWatch<DraftValues, ['is_free', 'ticket_types']>({ name: ['is_free', 'ticket_types'] })
  const hasTypes = types.length > 0
  const isFree = hasTypes ? types.every(({ price }) => Number(price) === 0) : free
  return (
    <>
      {/* The types have the prices. */}
      {hasTypes ? null : <Switch {...register('is_free')} label="Free event" />}
      {isFree ? (
        <ApplicantsNote applicants={applicants} about="promptpay_id" note={payersNote} />
      ) : (
        <div className="grid items-start gap-6 sm:grid-cols-2">
          {hasTypes ? null : (
            <>
              <DraftInput
                name="ticket_price"
                label="Ticket Price (฿)"
                hint={
                  hasApplicants(applicants)
                    ? 'A new price applies to new applicants; a lower one also to people without a seat yet.'
                    : undefined
                }
              >
                {(control) => <TextInput {...control} inputMode="decimal" />}
              </DraftInput>
              <DraftInput name="expected_price" label="Expected Price (฿)">
                {(control) => <TextInput {...control} inputMode="decimal" />}
              </DraftInput>
            </>
          )}
          <PromptPay applicants={applicants} isOwner={isOwner} />
          <DraftInput
            name="payment_words"
            label="How to Pay"
            hint={
              isOwner ? 'Shown with the price before people apply: by cash, by PromptPay, or until when.' : ownersOnly
            }
            max={eventLimits.payment_words}
            className="sm:col-span-2"
          >
            {(control) => <TextArea {...control} rows={2} readOnly={!isOwner} />}
          </DraftInput>
        </div>
      )}
    </>
  )
}

function PromptPay({ applicants, isOwner }: PaymentProps) {
  const [receiver, minutes] = useWatch<DraftValues, ['promptpay_id', 'payment_minutes']>({
    name: ['promptpay_id', 'payment_minutes'],
  })
  return (
    <>
      <div className="flex flex-col gap-2">
        <DraftInput
          name="promptpay_id"
          label="PromptPay Receiver"
          hint={
            isOwner
              ? 'A phone number of 10 digits, a national or tax ID of 13, or an e-wallet number of 15. People then pay before they get a ticket. Leave it blank to be paid at the event.'
              : ownersOnly
          }
        >
          {(control) => <TextInput {...control} inputMode="numeric" autoComplete="off" readOnly={!isOwner} />}
        </DraftInput>
        <ApplicantsNote applicants={applicants} about="promptpay_id" note={payersNote} />
      </div>
      {String(receiver ?? '').trim() === '' ? null : (
        <>
          <DraftInput
            name="promptpay_name"
            label="Pay to"
            hint={
              isOwner
                ? 'The name of that account, as banking apps show it before a transfer. Leave it blank to show your organizer name.'
                : ownersOnly
            }
          >
            {(control) => <TextInput {...control} autoComplete="off" readOnly={!isOwner} />}
          </DraftInput>
          <DraftInput
            name="payment_minutes"
            label="Time to Pay"
            hint={
              hasApplicants(applicants)
                ? 'For seats given from now on. A seat not paid in time goes to the next person.'
                : 'A seat is held this long, at most until the event starts. Then it goes to the next person.'
            }
          >
            {(control) => <Select {...control} options={optionsWith(Number(minutes))} />}
          </DraftInput>
        </>
      )}
    </>
  )
}

/** The choices, and a stored time that is none of them. */
function optionsWith(minutes: number) {
  const options = Object.entries(times).map(([value, label]) => ({ value, label }))
  if (Number.isNaN(minutes) || minutes === 0 || times[minutes] !== undefined) return options
  return [...options, { value: String(minutes), label: `${formatNumber(minutes)} minutes` }]
}

/** Blank and 0 are no limit. */
const isGiven = (seats: unknown) => !['', '0'].includes(String(seats ?? '').trim())

function Seats({ applicants }: { applicants: CurrentApplicants | null }) {
  const heading = useId()
  const [limit, decides, waits, types = []] = useWatch<
    DraftValues,
    ['max_attendee', 'needs_approval', 'waiting_list', 'ticket_types']
  >({ name: ['max_attendee', 'needs_approval', 'waiting_list', 'ticket_types'] })
  const isLimited = isGiven(limit) || types.some(({ capacity }) => isGiven(capacity))
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
          <ApplicantsNote applicants={applicants} about="max_attendee" note={seatsNote} />
        </div>
        <DraftInput name="min_age_requirement" label="Minimum Age" hint="In years; 0 lets everybody in.">
          {(control) => <TextInput {...control} inputMode="numeric" />}
        </DraftInput>
      </div>
      <DraftSwitch
        name="needs_approval"
        label="Approve each applicant"
        hint="People can apply even when all seats are taken. You decide who gets one."
      />
      <ApplicantsNote
        applicants={applicants}
        about="needs_approval"
        note={(given) => approvalNote(given, Boolean(decides))}
      />
      {isLimited && !decides ? (
        <DraftSwitch
          name="waiting_list"
          label="Waiting list"
          hint="When all seats are taken, people can join the waiting list. A free seat goes to the next person at once."
        />
      ) : null}
      {isLimited && !decides && !waits ? (
        <ApplicantsNote applicants={applicants} about="waiting_list" note={closedWaitingListNote} />
      ) : null}
    </section>
  )
}

const sizes = Array.from({ length: mostInParty }, (_, place) => ({
  value: String(place + 1),
  label: place === 0 ? '1: everybody applies for themselves' : `Up to ${place + 1}`,
}))

/** How many seats one application may have, and what is asked about the guests. */
function PartyPart() {
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

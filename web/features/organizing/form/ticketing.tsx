import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { eventLimits } from '#contract/events/event-fields.ts'
import { mostInParty } from '#contract/events/ticket-types.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/event-ticketing.json'
import type { FormValues } from '#web/features/organizing/draft/form-schema.ts'
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
import { FormInput, FormSwitch } from './form-input.tsx'
import { FormMarkdown } from './markdown-input.tsx'
import { QuestionsPart } from './questions.tsx'
import { TicketTypesPart } from './ticket-types.tsx'

interface PaymentProps {
  applicants: CurrentApplicants | null
  /** Only the owner changes who receives the money. */
  isOwner: boolean
}

/** `applicants` is null for a new event, and when the applications could not be counted. */
export function Ticketing({ applicants, isOwner }: PaymentProps) {
  return (
    <div className="flex flex-col gap-6">
      <Payment applicants={applicants} isOwner={isOwner} />
      <TicketTypesPart />
      <Seats applicants={applicants} />
      <PartyPart />
      <QuestionsPart />
      <FormMarkdown name="terms_and_conditions" label={m.terms} rows={6} />
    </div>
  )
}

/** By minutes. */
const times: Record<string, string> = {
  10: m.tenMinutes,
  30: m.thirtyMinutes,
  120: m.twoHours,
  1440: m.oneDay,
  4320: m.threeDays,
  10080: m.sevenDays,
}

function Payment({ applicants, isOwner }: PaymentProps) {
  const { register } = useFormContext<FormValues>()
  const [free, types = []] = useWatch<FormValues, ['is_free', 'ticket_types']>({ name: ['is_free', 'ticket_types'] })
  const hasTypes = types.length > 0
  const isFree = hasTypes ? types.every(({ price }) => Number(price) === 0) : free
  return (
    <>
      {/* The types have the prices. */}
      {hasTypes ? null : <Switch {...register('is_free')} label={m.freeEvent} />}
      {isFree ? (
        <ApplicantsNote applicants={applicants} about="promptpay_id" note={payersNote} />
      ) : (
        <div className="grid items-start gap-6 sm:grid-cols-2">
          {hasTypes ? null : (
            <>
              <FormInput
                name="ticket_price"
                label={m.ticketPrice}
                hint={hasApplicants(applicants) ? m.changedPrice : undefined}
              >
                {(control) => <TextInput {...control} inputMode="decimal" />}
              </FormInput>
              <FormInput name="expected_price" label={m.expectedPrice}>
                {(control) => <TextInput {...control} inputMode="decimal" />}
              </FormInput>
            </>
          )}
          <PromptPay applicants={applicants} isOwner={isOwner} />
          <FormInput
            name="payment_words"
            label={m.howToPay}
            hint={isOwner ? m.howToPayHint : m.onlyOwner}
            max={eventLimits.payment_words}
            className="sm:col-span-2"
          >
            {(control) => <TextArea {...control} rows={2} readOnly={!isOwner} />}
          </FormInput>
        </div>
      )}
    </>
  )
}

function PromptPay({ applicants, isOwner }: PaymentProps) {
  const [receiver, minutes] = useWatch<FormValues, ['promptpay_id', 'payment_minutes']>({
    name: ['promptpay_id', 'payment_minutes'],
  })
  return (
    <>
      <div className="flex flex-col gap-2">
        <FormInput name="promptpay_id" label={m.promptPay} hint={isOwner ? m.promptPayHint : m.onlyOwner}>
          {(control) => <TextInput {...control} inputMode="numeric" autoComplete="off" readOnly={!isOwner} />}
        </FormInput>
        <ApplicantsNote applicants={applicants} about="promptpay_id" note={payersNote} />
      </div>
      {String(receiver ?? '').trim() === '' ? null : (
        <>
          <FormInput name="promptpay_name" label={m.payTo} hint={isOwner ? m.payToHint : m.onlyOwner}>
            {(control) => <TextInput {...control} autoComplete="off" readOnly={!isOwner} />}
          </FormInput>
          <FormInput
            name="payment_minutes"
            label={m.timeToPay}
            hint={hasApplicants(applicants) ? m.timeToPayNewHint : m.timeToPayHint}
          >
            {(control) => <Select {...control} options={optionsWith(Number(minutes))} />}
          </FormInput>
        </>
      )}
    </>
  )
}

/** The choices, and a stored time that is none of them. */
function optionsWith(minutes: number) {
  const options = Object.entries(times).map(([value, label]) => ({ value, label }))
  if (Number.isNaN(minutes) || minutes === 0 || times[minutes] !== undefined) return options
  return [...options, { value: String(minutes), label: fill(m.minutes, { count: formatNumber(minutes) }) }]
}

/** Blank and 0 are no limit. */
const isGiven = (seats: unknown) => !['', '0'].includes(String(seats ?? '').trim())

function Seats({ applicants }: { applicants: CurrentApplicants | null }) {
  const heading = useId()
  const [limit, decides, waits, types = []] = useWatch<
    FormValues,
    ['max_attendee', 'needs_approval', 'waiting_list', 'ticket_types']
  >({ name: ['max_attendee', 'needs_approval', 'waiting_list', 'ticket_types'] })
  const isLimited = isGiven(limit) || types.some(({ capacity }) => isGiven(capacity))
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="text-lg">
        {m.seatsHeading}
      </h2>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <div className="flex flex-col gap-2">
          <FormInput name="max_attendee" label={m.maxAttendees} hint={m.maxAttendeesHint}>
            {(control) => <TextInput {...control} inputMode="numeric" />}
          </FormInput>
          <ApplicantsNote applicants={applicants} about="max_attendee" note={seatsNote} />
        </div>
        <FormInput name="min_age_requirement" label={m.minAge} hint={m.minAgeHint}>
          {(control) => <TextInput {...control} inputMode="numeric" />}
        </FormInput>
      </div>
      <FormSwitch name="needs_approval" label={m.approveEach} hint={m.approveEachHint} />
      <ApplicantsNote
        applicants={applicants}
        about="needs_approval"
        note={(given) => approvalNote(given, Boolean(decides))}
      />
      {isLimited && !decides ? <FormSwitch name="waiting_list" label={m.waitingList} hint={m.waitingListHint} /> : null}
      {isLimited && !decides && !waits ? (
        <ApplicantsNote applicants={applicants} about="waiting_list" note={closedWaitingListNote} />
      ) : null}
    </section>
  )
}

const sizes = Array.from({ length: mostInParty }, (_, place) => ({
  value: String(place + 1),
  label: place === 0 ? m.partyOfOne : fill(m.partyUpTo, { count: place + 1 }),
}))

/** How many seats one application may have, and what is asked about the guests. */
function PartyPart() {
  const heading = useId()
  const [most, questions = []] = useWatch<FormValues, ['max_party', 'questions']>({ name: ['max_party', 'questions'] })
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="text-lg">
        {m.severalSeats}
      </h2>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <FormInput name="max_party" label={m.seatsInApplication} hint={m.seatsInApplicationHint}>
          {(control) => <Select {...control} options={sizes} />}
        </FormInput>
        {Number(most) > 1 ? (
          <FormInput name="pass_on_until" label={m.passOnUntil} hint={m.passOnUntilHint}>
            {(control) => <DateTimeInput {...control} />}
          </FormInput>
        ) : null}
      </div>
      {Number(most) > 1 ? (
        <>
          <FormSwitch name="guest_names_optional" label={m.guestNamesOptional} hint={m.guestNamesOptionalHint} />
          {questions.length > 0 ? (
            <FormSwitch name="questions_per_guest" label={m.questionsPerGuest} hint={m.questionsPerGuestHint} />
          ) : null}
        </>
      ) : null}
    </section>
  )
}

import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { eventLimits } from '#contract/events/event-draft.ts'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { Select, Switch, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import {
  type Applied,
  AppliedNote,
  approvalNote,
  hasApplicants,
  lineClosedNote,
  payersNote,
  seatsNote,
} from './current-applicants.tsx'
import { DraftInput, DraftSwitch } from './draft-input.tsx'
import { DraftMarkdown } from './markdown-input.tsx'
import { QuestionsPart } from './questions.tsx'

/** `applied` is null for an event that nobody can have applied for, and where those who have are not known. */
export function Ticketing({ applied }: { applied: Applied | null }) {
  return (
    <div className="flex flex-col gap-6">
      <Payment applied={applied} />
      <WhoGetsASeat applied={applied} />
      <QuestionsPart />
      <DraftMarkdown name="terms_and_conditions" label="Terms & Conditions" rows={6} />
    </div>
  )
}

/** Minutes to pay in, in words. */
const times: Record<string, string> = {
  10: '10 minutes',
  30: '30 minutes',
  120: '2 hours',
  1440: '1 day',
  4320: '3 days',
  10080: '7 days',
}

/** Whether there is a price, and how it is paid. */
function Payment({ applied }: { applied: Applied | null }) {
  const { register } = useFormContext<DraftValues>()
  const free = useWatch<DraftValues, 'is_free'>({ name: 'is_free' })
  return (
    <>
      <Switch {...register('is_free')} label="Free event" />
      {free ? (
        <AppliedNote applied={applied} about="promptpay_id" note={payersNote} />
      ) : (
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <DraftInput
            name="ticket_price"
            label="Ticket Price (฿)"
            hint={
              hasApplicants(applied)
                ? 'A new price is for those who apply from now on; a lower one also for those who have no seat yet.'
                : undefined
            }
          >
            {(control) => <TextInput {...control} inputMode="decimal" />}
          </DraftInput>
          <DraftInput name="expected_price" label="Expected Price (฿)">
            {(control) => <TextInput {...control} inputMode="decimal" />}
          </DraftInput>
          <PromptPay applied={applied} />
          <DraftInput
            name="payment_words"
            label="How to Pay"
            hint="People read this below how the price is paid, before they apply: by cash, by PromptPay, or until when."
            max={eventLimits.payment_words}
            className="sm:col-span-2"
          >
            {(control) => <TextArea {...control} rows={2} />}
          </DraftInput>
        </div>
      )}
    </>
  )
}

function PromptPay({ applied }: { applied: Applied | null }) {
  const [receiver, minutes] = useWatch<DraftValues, ['promptpay_id', 'payment_minutes']>({
    name: ['promptpay_id', 'payment_minutes'],
  })
  return (
    <>
      <div className="flex flex-col gap-2">
        <DraftInput
          name="promptpay_id"
          label="PromptPay Receiver"
          hint="A phone number of 10 digits, a national or tax ID of 13, or an e-wallet number of 15. People then pay before they get a ticket. Leave it blank to be paid at the event."
        >
          {(control) => <TextInput {...control} inputMode="numeric" autoComplete="off" />}
        </DraftInput>
        <AppliedNote applied={applied} about="promptpay_id" note={payersNote} />
      </div>
      {String(receiver ?? '').trim() === '' ? null : (
        <>
          <DraftInput
            name="promptpay_name"
            label="Pay to"
            hint="The name of that account, as banking apps show it before a transfer. Leave it blank to show your organizer name."
          >
            {(control) => <TextInput {...control} autoComplete="off" />}
          </DraftInput>
          <DraftInput
            name="payment_minutes"
            label="Time to Pay"
            hint={
              hasApplicants(applied)
                ? 'For seats that are given from now on. A seat that is not paid in time goes to the next person.'
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

/** The choices, and beside them a time that was given in another way. */
function optionsWith(minutes: number) {
  const options = Object.entries(times).map(([value, label]) => ({ value, label }))
  if (Number.isNaN(minutes) || minutes === 0 || times[minutes] !== undefined) return options
  return [...options, { value: String(minutes), label: `${minutes.toLocaleString('en-US')} minutes` }]
}

/** How many seats there are, and to whom they go. */
function WhoGetsASeat({ applied }: { applied: Applied | null }) {
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

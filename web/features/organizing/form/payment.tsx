import { useFormContext, useWatch } from 'react-hook-form'
import { eventLimits } from '#contract/events/event-draft.ts'
import { type Applied, hasApplicants, payersNote } from '#web/features/organizing/applied/applied.ts'
import { AppliedNote } from '#web/features/organizing/applied/applied-note.tsx'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { Select, Switch, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'

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
export function Payment({ applied }: { applied: Applied | null }) {
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

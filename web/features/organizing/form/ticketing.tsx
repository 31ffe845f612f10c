import { useFormContext, useWatch } from 'react-hook-form'
import { eventLimits } from '#contract/events/event-draft.ts'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { Switch, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'
import { DraftMarkdown } from './draft-markdown.tsx'

export function Ticketing() {
  const { register } = useFormContext<DraftValues>()
  const free = useWatch<DraftValues, 'is_free'>({ name: 'is_free' })
  return (
    <div className="flex flex-col gap-6">
      <Switch {...register('is_free')} label="Free event" />
      {free ? null : (
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <DraftInput name="ticket_price" label="Ticket Price (฿)">
            {(control) => <TextInput {...control} inputMode="decimal" />}
          </DraftInput>
          <DraftInput name="expected_price" label="Expected Price (฿)">
            {(control) => <TextInput {...control} inputMode="decimal" />}
          </DraftInput>
          <DraftInput
            name="payment_words"
            label="How to Pay"
            hint="People read this under 'Pay at the event' before they apply: by cash, by PromptPay, or until when."
            max={eventLimits.payment_words}
            className="sm:col-span-2"
          >
            {(control) => <TextArea {...control} rows={2} />}
          </DraftInput>
        </div>
      )}
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <DraftInput name="max_attendee" label="Maximum Attendees" hint="Leave it blank for no limit.">
          {(control) => <TextInput {...control} inputMode="numeric" />}
        </DraftInput>
        <DraftInput name="min_age_requirement" label="Minimum Age" hint="In years; 0 lets everybody in.">
          {(control) => <TextInput {...control} inputMode="numeric" />}
        </DraftInput>
      </div>
      <DraftMarkdown name="terms_and_conditions" label="Terms & Conditions" rows={6} />
    </div>
  )
}

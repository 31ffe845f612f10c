import type { ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { eventLimits } from '#contract/events/event-draft.ts'
import { Category, DressCode, Visibility } from '#contract/events/events.schemas.ts'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { humanize } from '#web/lib/format/text.ts'
import { ChipsInput } from '#web/ui/forms/chips-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'
import { DraftMarkdown } from './markdown-input.tsx'

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: humanize(value) }))
const categories = optionsOf(Category.options)
const dressCodes = optionsOf(DressCode.options)
const visibilities = optionsOf(Visibility.options)

export function BasicDetails({ banner }: { banner: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 sm:gap-6">
      <DraftInput name="event_name" label="Event Name" max={eventLimits.event_name} required>
        {(control) => <TextInput {...control} />}
      </DraftInput>
      <DraftInput
        name="description"
        label="Short Description"
        hint="Shown on the event’s card."
        max={eventLimits.description}
        required
      >
        {(control) => <TextArea {...control} rows={2} />}
      </DraftInput>
      <DraftMarkdown name="detailed_description" label="Detailed Description" rows={4} required />
      {banner}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] items-start gap-4 sm:gap-6">
        <DraftInput name="category" label="Category" required>
          {(control) => <Select {...control} options={categories} placeholder="Select an option" />}
        </DraftInput>
        <DraftInput name="dress_code" label="Dress Code" required>
          {(control) => <Select {...control} options={dressCodes} placeholder="Select an option" />}
        </DraftInput>
      </div>
      <Tags />
      <VisibilityFields />
    </div>
  )
}

function Tags() {
  const { field, fieldState } = useController<DraftValues, 'tags'>({ name: 'tags' })
  return (
    <Field label="Tags" hint="Press Enter or a comma after each." beside error={fieldState.error?.message}>
      {(control) => (
        <ChipsInput {...control} noun="tag" ref={field.ref} value={field.value ?? ''} onChange={field.onChange} />
      )}
    </Field>
  )
}

function VisibilityFields() {
  const { setValue } = useFormContext<DraftValues>()
  const isPrivate = useWatch<DraftValues, 'visibility'>({ name: 'visibility' }) === 'PRIVATE'
  return (
    <>
      <DraftInput
        name="visibility"
        label="Visibility"
        hint={isPrivate ? 'Only invited people see it.' : 'Everyone can find it.'}
        beside
        required
      >
        {({ onChange, ...control }) => (
          <Select
            {...control}
            options={visibilities}
            onChange={(change) => {
              if (change.target.value === 'PUBLIC') setValue('allowed_email_domains', '')
              return onChange(change)
            }}
          />
        )}
      </DraftInput>
      {isPrivate ? (
        <DraftInput
          name="allowed_email_domains"
          label="Allowed Email Domains"
          hint="Leave blank for anyone with the link."
        >
          {(control) => (
            <TextInput {...control} autoCapitalize="none" spellCheck={false} placeholder="ku.th, tu.ac.th" />
          )}
        </DraftInput>
      ) : null}
    </>
  )
}

import type { ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { eventLimits } from '#contract/events/event-draft.ts'
import type { Visibility } from '#contract/events/events.schemas.ts'
import * as m from '#messages/event-form.json'
import * as terms from '#messages/event-terms.json'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { categoryNames, dressCodes } from '#web/lib/format/terms.ts'
import { ChipsInput } from '#web/ui/forms/chips-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'
import { DraftMarkdown } from './markdown-input.tsx'

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

const categories = optionsOf(categoryNames)
const dressCodeOptions = optionsOf(dressCodes)
const visibilities = optionsOf({
  PUBLIC: terms.visibilityPublic,
  PRIVATE: terms.visibilityPrivate,
} satisfies Record<Visibility, string>)

export function BasicDetails({ banner }: { banner: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 sm:gap-6">
      <DraftInput name="event_name" label={m.eventName} max={eventLimits.event_name} required>
        {(control) => <TextInput {...control} />}
      </DraftInput>
      <DraftInput
        name="description"
        label={m.shortDescription}
        hint={m.shortDescriptionHint}
        max={eventLimits.description}
        required
      >
        {(control) => <TextArea {...control} rows={2} />}
      </DraftInput>
      <DraftMarkdown name="detailed_description" label={m.detailedDescription} rows={4} required />
      {banner}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] items-start gap-4 sm:gap-6">
        <DraftInput name="category" label={m.category} required>
          {(control) => <Select {...control} options={categories} placeholder={m.selectOption} />}
        </DraftInput>
        <DraftInput name="dress_code" label={m.dressCode} required>
          {(control) => <Select {...control} options={dressCodeOptions} placeholder={m.selectOption} />}
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
    <Field label={m.tags} hint={m.tagsHint} beside error={fieldState.error?.message}>
      {(control) => (
        <ChipsInput {...control} noun={m.tag} ref={field.ref} value={field.value ?? ''} onChange={field.onChange} />
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
        label={m.visibility}
        hint={isPrivate ? m.visibilityPrivateHint : m.visibilityPublicHint}
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
        <DraftInput name="allowed_email_domains" label={m.allowedEmailDomains} hint={m.allowedEmailDomainsHint}>
          {(control) => (
            <TextInput {...control} autoCapitalize="none" spellCheck={false} placeholder="ku.th, tu.ac.th" />
          )}
        </DraftInput>
      ) : null}
    </>
  )
}

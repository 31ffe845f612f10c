import { useFormContext } from 'react-hook-form'
import { OrganizationType, type OrganizerApplication, organizerNameMax } from '#contract/organizers.ts'
import { humanize } from '#web/lib/format/text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'

const types = OrganizationType.options.map((value) => ({ value, label: humanize(value) }))

export const organizerFields = ['organizer_name', 'email', 'organization_type'] as const

/** Name, email and type: the fields of the organizer application and of later changes. */
export function OrganizerFields() {
  const { register, formState } = useFormContext<OrganizerApplication>()
  const { errors } = formState
  return (
    <>
      <Field
        label="Organizer Name"
        hint="Attendees see this name on your events."
        error={errors.organizer_name?.message}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('organizer_name')}
            maxLength={organizerNameMax}
            autoComplete="organization"
          />
        )}
      </Field>
      <Field label="Email" hint="Where attendees can reach you." error={errors.email?.message} required>
        {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Organizer Type" error={errors.organization_type?.message} required>
        {(control) => (
          <Select {...control} {...register('organization_type')} options={types} placeholder="Select an option" />
        )}
      </Field>
    </>
  )
}

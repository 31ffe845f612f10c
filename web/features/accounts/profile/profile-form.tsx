import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { editProfile, type Profile } from '#contract/accounts/profile.ts'
import { call } from '#web/lib/api/call.ts'
import { updateSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { BirthDateInput } from '#web/ui/forms/birth-date-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import {
  type EditedProfile,
  type EditedProfileInput,
  editedProfileOf,
  profileFields,
  toInput,
} from './edited-profile.ts'
import { showProfileProblems } from './profile-problems.ts'

interface ProfileFormProps {
  profile: Profile
  onSaved: () => unknown
  onCancel: () => void
}

/** What may be changed of a profile. What the schema refuses is not sent: its field says why, and is gone to. */
export function ProfileForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const form = useForm<EditedProfileInput, unknown, EditedProfile>({
    resolver: zodResolver(editedProfileOf(profile)),
    defaultValues: toInput(profile),
  })

  async function handleSave(body: EditedProfile) {
    try {
      const { username } = await call(editProfile, { params: { id: profile.id }, body })
      updateSession({ username })
    } catch (error) {
      return showProfileProblems(form, error)
    }
    await onSaved()
  }

  const control = (name: keyof EditedProfileInput): ReactNode => {
    const { label, hint, required, className, ...input } = profileFields[name]
    const Input = name === 'birth_date' ? BirthDateInput : TextInput
    return (
      <Field
        key={name}
        label={label}
        hint={hint}
        required={required ?? false}
        error={form.formState.errors[name]?.message}
        {...(className && { className })}
      >
        {(tied) => <Input {...tied} {...form.register(name)} {...input} />}
      </Field>
    )
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(handleSave)} className="flex flex-col gap-6">
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        {(Object.keys(profileFields) as (keyof EditedProfileInput)[]).map(control)}
      </div>
      <div className="flex gap-3">
        {/* On wide screens it stands at the top, which on a phone is far above. */}
        <Button
          variant="secondary"
          onClick={onCancel}
          disabled={form.formState.isSubmitting}
          className="flex-auto sm:hidden"
        >
          Cancel
        </Button>
        <SubmitButton busy={form.formState.isSubmitting && 'Saving...'} className="max-sm:flex-auto">
          Save Changes
        </SubmitButton>
      </div>
    </form>
  )
}

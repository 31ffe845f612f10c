import { zodResolver } from '@hookform/resolvers/zod'
import { Fragment, type ReactNode } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { editProfile, type Profile } from '#contract/accounts/profile.ts'
import { call } from '#web/lib/api/call.ts'
import { updateSession } from '#web/lib/session/session.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { BirthDateInput } from '#web/ui/forms/birth-date-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { type GoogleButton, GoogleProof } from './google-proof.tsx'
import {
  type EditedProfile,
  type EditedProfileInput,
  editedProfileOf,
  type ProfileField,
  profileFields,
  proofOf,
  shownFields,
  toChange,
  toInput,
  usernameNotes,
} from './profile-fields.ts'

interface ProfileFormProps {
  profile: Profile
  googleButton: GoogleButton
  onSaved: () => unknown
  onCancel: () => void
}

/** Only valid input is sent; otherwise the first invalid field gets the focus. */
export function ProfileForm({ profile, googleButton, onSaved, onCancel }: ProfileFormProps) {
  const form = useForm<EditedProfileInput, unknown, EditedProfile>({
    resolver: zodResolver(editedProfileOf(profile)),
    defaultValues: toInput(profile),
  })

  async function handleSave(edited: EditedProfile) {
    try {
      const { username } = await call(editProfile, { params: { id: profile.id }, body: toChange(profile, edited) })
      updateSession({ username })
    } catch (error) {
      // An ID token is good for one attempt only.
      form.setValue('google_token', '')
      const fields = shownFields(profile, edited.email)
      return showRefusal(form, error, { fields, notice: 'Failed to save changes. Please try again.' })
    }
    await onSaved()
  }

  const control = (name: ProfileField): ReactNode => {
    const notes = name === 'username' ? usernameNotes(profile) : {}
    const { label, hint, required, className, ...input } = { ...profileFields[name], ...notes }
    const Input = name === 'birth_date' ? BirthDateInput : TextInput
    return (
      <Field
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
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(handleSave)} className="flex flex-col gap-6">
        <div className="grid grid-cols-1 items-start gap-x-6 gap-y-5 sm:grid-cols-2">
          {(Object.keys(profileFields) as ProfileField[]).map((name) => (
            <Fragment key={name}>
              {control(name)}
              {name === 'email' ? <EmailProof profile={profile} googleButton={googleButton} /> : null}
            </Fragment>
          ))}
        </div>
        <div className="flex flex-wrap gap-3">
          {/* On wide screens the button is at the top, which on a phone is far above the form's end. */}
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
    </FormProvider>
  )
}

interface EmailProofProps {
  profile: Profile
  googleButton: GoogleButton
}

/** Shown once another email is typed: asks for the password, or without one for a sign-in with Google. */
export function EmailProof({ profile, googleButton }: EmailProofProps) {
  const { register, formState } = useFormContext<EditedProfileInput, unknown, EditedProfile>()
  const email = useWatch<EditedProfileInput, 'email'>({ name: 'email' })
  const proof = proofOf(profile, email)
  if (proof === null) return null
  if (proof === 'google_token') {
    return (
      <GoogleProof
        googleButton={googleButton}
        hint="Shows that it is you who changes the email. Save your changes within five minutes."
        className="sm:col-span-2"
      />
    )
  }
  return (
    <Field
      label="Current Password"
      hint="Shows that it is you who changes the email."
      error={formState.errors.current_password?.message}
      className="sm:col-span-2"
      required
    >
      {(control) => <PasswordInput {...control} {...register('current_password')} autoComplete="current-password" />}
    </Field>
  )
}

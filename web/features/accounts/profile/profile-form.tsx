import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { BirthDate } from '#contract/accounts/auth.schemas.ts'
import { editProfile, nameRequired, type Profile, ProfileChange } from '#contract/accounts/profile.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/profile.json'
import { call } from '#web/lib/api/call.ts'
import { updateSession } from '#web/lib/session/session.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { BirthDateInput } from '#web/ui/forms/birth-date-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { type GoogleButton, GoogleProof } from './google-proof.tsx'

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
  const { dirtyFields } = form.formState

  async function handleSave(edited: EditedProfile) {
    try {
      const body = toChange(profile, edited, dirtyFields)
      const { username } = await call(editProfile, { params: { id: profile.id }, body })
      updateSession({ username })
    } catch (error) {
      // An ID token is good for one attempt only.
      form.setValue('google_token', '')
      const fields = shownFields(profile, edited.email)
      return showRefusal(form, error, { fields, notice: m.notSaved })
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
            {m.cancel}
          </Button>
          <SubmitButton busy={form.formState.isSubmitting && common.saving} className="max-sm:flex-auto">
            {m.saveChanges}
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
function EmailProof({ profile, googleButton }: EmailProofProps) {
  const { register, formState } = useFormContext<EditedProfileInput, unknown, EditedProfile>()
  const email = useWatch<EditedProfileInput, 'email'>({ name: 'email' })
  const proof = proofOf(profile, email)
  if (proof === null) return null
  if (proof === 'google_token') {
    return <GoogleProof googleButton={googleButton} hint={m.emailProofByGoogle} className="sm:col-span-2" />
  }
  return (
    <Field
      label={m.currentPassword}
      hint={m.emailProof}
      error={formState.errors.current_password?.message}
      className="sm:col-span-2"
      required
    >
      {(control) => <PasswordInput {...control} {...register('current_password')} autoComplete="current-password" />}
    </Field>
  )
}

/** This form requires the birth date (specification, section 5). */
const EditedProfile = ProfileChange.omit({ gets_messages: true }).required().extend({
  birth_date: BirthDate,
  /** A new email needs one of these as a proof; '' if not given. */
  current_password: z.string(),
  google_token: z.string(),
})

/** A name that was given before cannot be emptied, and a new email needs its proof. */
function editedProfileOf(profile: Profile) {
  return EditedProfile.superRefine((edited, context) => {
    const refuse = (field: keyof EditedProfile, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    for (const name of ['first_name', 'last_name'] as const) {
      if (edited[name] === '' && profile[name] !== '') refuse(name, nameRequired[name])
    }
    if (edited.email === '' && profile.email !== '') refuse('email', m.emailRequired)
    const proof = proofOf(profile, edited.email)
    if (proof !== null && edited[proof] === '') refuse(proof, proofNeeded[proof])
  })
}

const proofNeeded = {
  current_password: m.emailNeedsPassword,
  google_token: m.emailNeedsGoogle,
}

/** What the owner proves the account with. Null: the server asks for a recent sign-in. */
export function ownProof({
  has_password,
  has_google,
}: Pick<Profile, 'has_password' | 'has_google'>): keyof typeof proofNeeded | null {
  if (has_password) return 'current_password'
  return has_google ? 'google_token' : null
}

/** The proof that the typed email needs; null while it is the profile's current one. */
function proofOf(profile: Profile, typed: string): keyof typeof proofNeeded | null {
  return typed.trim().toLowerCase() === profile.email.toLowerCase() ? null : ownProof(profile)
}

type EditedProfile = z.output<typeof EditedProfile>
type EditedProfileInput = z.input<typeof EditedProfile>

/** The fields that are shown and may be changed; the proof of a new email is not one of them. */
type ProfileField = Exclude<keyof EditedProfileInput, 'current_password' | 'google_token'>

interface About extends Omit<ComponentProps<'input'>, 'name'> {
  label: string
  hint?: string
}

const wide = { className: 'sm:col-span-2' } as const
const link = { ...wide, type: 'url', inputMode: 'url', autoCapitalize: 'none' } as const
const degrees = { inputMode: 'decimal' } as const

/** The form's fields in their order, with label, hint and kind of control. */
const profileFields: Record<ProfileField, About> = {
  first_name: { label: m.firstName, autoComplete: 'given-name' },
  last_name: { label: m.lastName, autoComplete: 'family-name' },
  username: {
    label: common.username,
    hint: m.usernameHint,
    required: true,
    autoComplete: 'username',
    autoCapitalize: 'none',
  },
  email: {
    label: common.email,
    hint: m.emailHint,
    required: true,
    type: 'email',
    autoComplete: 'email',
  },
  phone_number: { label: common.phoneNumber, hint: m.phoneHint, type: 'tel', autoComplete: 'tel' },
  birth_date: { label: m.birthDate, hint: m.birthDateHint, required: true },
  nationality: { label: m.nationality, ...wide, autoComplete: 'country-name' },
  address: { label: m.address, ...wide, autoComplete: 'street-address' },
  latitude: { label: m.latitude, ...degrees },
  longitude: { label: m.longitude, ...degrees },
  facebook_profile: { label: m.facebook, hint: m.facebookHint, ...link },
  instagram_handle: { label: m.instagram, hint: m.instagramHint, ...link },
}

/** The fields that the form shows while this email is typed, in its order. */
function shownFields(profile: Profile, email: string): (keyof EditedProfileInput)[] {
  const proof = proofOf(profile, email)
  const fields = Object.keys(profileFields) as ProfileField[]
  return fields.flatMap((field) => (field === 'email' && proof !== null ? [field, proof] : [field]))
}

/** For users whose username was generated. */
function usernameNotes({ username_changes_left: left }: Pick<Profile, 'username_changes_left'>): Partial<About> {
  if (left === null) return {}
  if (left === 0) return { hint: m.usernameFixed, readOnly: true }
  return { hint: m.usernameChangeable }
}

/** The form's initial values. */
function toInput(profile: Profile): EditedProfileInput {
  return {
    username: profile.username,
    first_name: profile.first_name,
    last_name: profile.last_name,
    email: profile.email,
    phone_number: profile.phone_number,
    birth_date: profile.birth_date ?? '',
    address: profile.address,
    latitude: profile.latitude ?? '',
    longitude: profile.longitude ?? '',
    nationality: profile.nationality,
    facebook_profile: profile.facebook_profile,
    instagram_handle: profile.instagram_handle,
    current_password: '',
    google_token: '',
  }
}

/** The request's body: the changed fields, because others may have been changed in another tab since. A proof is included only
 *  where the email changes. */
export function toChange(
  profile: Profile,
  edited: EditedProfile,
  changed: Partial<Record<keyof EditedProfile, unknown>>,
): Partial<EditedProfile> {
  const proof = proofOf(profile, edited.email)
  const isSent = (field: string) => (field in proofNeeded ? field === proof : changed[field as keyof EditedProfile])
  return Object.fromEntries(Object.entries(edited).filter(([field]) => isSent(field)))
}

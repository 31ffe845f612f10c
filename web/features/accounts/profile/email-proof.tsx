import { useFormContext, useWatch } from 'react-hook-form'
import type { Profile } from '#contract/accounts/profile.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/inputs.tsx'
import { type EditedProfile, type EditedProfileInput, proofOf } from './edited-profile.ts'
import { type GoogleButton, GoogleProof } from './google-proof.tsx'

interface EmailProofProps {
  profile: Profile
  googleButton: GoogleButton
}

/** Appears once another email is typed: asks for the password, or for a sign-in with Google where there is no
 *  password. */
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
        instead={(link) => <>To change your email, {link('set a password')} first.</>}
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

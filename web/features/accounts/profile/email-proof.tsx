import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { Profile } from '#contract/accounts/profile.ts'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/page/site.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { type EditedProfile, type EditedProfileInput, proofOf } from './edited-profile.ts'

/** Google's button; the argument receives the ID token. */
export type GoogleButton = (onCredential: (token: string) => void) => ReactNode

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
  if (proof === 'google_token') return <GoogleProof googleButton={googleButton} />
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

function GoogleProof({ googleButton }: Pick<EmailProofProps, 'googleButton'>) {
  const { clearErrors } = useFormContext<EditedProfileInput>()
  const { field, fieldState } = useController<EditedProfileInput, 'google_token'>({ name: 'google_token' })
  const { google_client_id: clientId } = useSite()

  function handleCredential(credential: string) {
    field.onChange(credential)
    clearErrors('google_token')
  }

  if (clientId === '') {
    return (
      <p className="text-ink-soft sm:col-span-2">
        To change your email,{' '}
        <Link to={paths.forgotPassword} className="text-accent-ink underline underline-offset-4">
          set a password
        </Link>{' '}
        first.
      </p>
    )
  }
  return (
    <Field
      label="Sign in with Google once more"
      hint="Shows that it is you who changes the email. Save your changes within five minutes."
      error={fieldState.error?.message}
      className="sm:col-span-2"
      required
    >
      {({ id, 'aria-describedby': describedBy }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and this has a label.
        <div id={id} ref={field.ref} role="group" aria-label="Google" aria-describedby={describedBy} tabIndex={-1}>
          {field.value ? (
            <p role="status" className="flex items-center gap-2 text-success">
              <CircleCheck aria-hidden className="size-5 shrink-0" />
              Google has confirmed that it is you.
            </p>
          ) : (
            googleButton(handleCredential)
          )}
        </div>
      )}
    </Field>
  )
}

import { CircleCheck } from 'lucide'
import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import * as m from '#messages/profile.json'
import { Icon } from '#web/lib/icon.tsx'
import { Field } from '#web/ui/forms/field.tsx'

/** Google's button; the argument receives the ID token. */
export type GoogleButton = (onCredential: (token: string) => void) => ReactNode

export interface GoogleProofProps {
  googleButton: GoogleButton
  hint: string
  className?: string
}

/** The field `google_token` of the form around it: a fresh sign-in with Google. */
export function GoogleProof({ googleButton, hint, className = '' }: GoogleProofProps) {
  const { clearErrors } = useFormContext<{ google_token: string }>()
  const { field, fieldState } = useController<{ google_token: string }, 'google_token'>({ name: 'google_token' })

  function handleCredential(credential: string) {
    field.onChange(credential)
    clearErrors('google_token')
  }

  return (
    <Field label={m.googleOnceMore} hint={hint} error={fieldState.error?.message} className={className} required>
      {({ id, 'aria-describedby': describedBy }) => (
        <fieldset
          id={id}
          ref={field.ref}
          aria-label="Google"
          aria-describedby={describedBy}
          tabIndex={-1}
          className="min-w-0"
        >
          {field.value ? (
            <p role="status" className="flex items-center gap-2 text-success">
              <Icon icon={CircleCheck} className="shrink-0" />
              {m.googleConfirmed}
            </p>
          ) : (
            googleButton(handleCredential)
          )}
        </fieldset>
      )}
    </Field>
  )
}

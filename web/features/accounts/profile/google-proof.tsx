import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/page/site.ts'
import { Field } from '#web/ui/forms/field.tsx'

/** Google's button; the argument receives the ID token. Null for an account that is not connected with Google. */
export type GoogleButton = ((onCredential: (token: string) => void) => ReactNode) | null

export interface GoogleProofProps {
  googleButton: GoogleButton
  hint: string
  /** The sentence if Google sign-in is not available, with a link to set a password. */
  instead: (link: (words: string) => ReactNode) => ReactNode
  className?: string
}

/** The field `google_token` of the form around it: a fresh sign-in with Google. */
export function GoogleProof({ googleButton, hint, instead, className = '' }: GoogleProofProps) {
  const { clearErrors } = useFormContext<{ google_token: string }>()
  const { field, fieldState } = useController<{ google_token: string }, 'google_token'>({ name: 'google_token' })
  const { google_client_id: clientId } = useSite()

  function handleCredential(credential: string) {
    field.onChange(credential)
    clearErrors('google_token')
  }

  if (clientId === '' || googleButton === null)
    return <p className={`text-ink-soft ${className}`}>{instead(linkToPassword)}</p>
  return (
    <Field
      label="Sign in with Google once more"
      hint={hint}
      error={fieldState.error?.message}
      className={className}
      required
    >
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
              <CircleCheck aria-hidden className="size-5 shrink-0" />
              Google has confirmed that it is you.
            </p>
          ) : (
            googleButton(handleCredential)
          )}
        </fieldset>
      )}
    </Field>
  )
}

function linkToPassword(words: string): ReactNode {
  return (
    <Link to={paths.forgotPassword} className="text-accent-ink underline underline-offset-4">
      {words}
    </Link>
  )
}

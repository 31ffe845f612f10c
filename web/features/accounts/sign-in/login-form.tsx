import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errors } from '#contract/errors.ts'
import { Email } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { takeLoss } from '#web/lib/session/session.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { PanelLink } from './auth-panel.tsx'
import { ResendVerification } from './email-form.tsx'
import { type Credentials, signInWithPassword } from './sign-in.ts'

interface LoginFormProps {
  /** What was typed a moment ago for registering; null where nothing was. */
  known?: Credentials | null
  /** Whether what is known is sent at once, because somebody is on their way somewhere. */
  goesOn?: boolean
  onSignedIn: () => unknown
}

/** Neither this form nor the browser checks the fields: the email field takes a plain username too. */
export function LoginForm({ known = null, goesOn = false, onSignedIn }: LoginFormProps) {
  // Where nothing is known there are no default values, so that text typed or filled in before hydration stays.
  const form = useForm<Credentials>(known === null ? {} : { defaultValues: known })
  const { register, handleSubmit, formState } = form
  const [unverified, setUnverified] = useState<string | null>(null)

  const element = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)

  useEffect(() => {
    if (known === null || !goesOn || isSent.current) return
    isSent.current = true
    element.current?.requestSubmit()
  }, [known, goesOn])

  async function handleLogin(credentials: Credentials) {
    setUnverified(null)
    try {
      await signInWithPassword(credentials)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email_not_verified') setUnverified(credentials.username)
      // Whoever has just registered is told so under the form, and has made no mistake.
      if (error instanceof ApiError && error.code === 'email_not_verified' && known !== null) return
      const isLed = showRefusal(form, error, { fields: ['username', 'password'], notice: loginFailure(error) })
      // The answer never says which of the two is wrong; the password is what most people type again.
      if (!isLed) form.setFocus('password', { shouldSelect: true })
      return
    }
    notify.success('Successfully logged in!', { travels: true })
    await onSignedIn()
  }

  return (
    <>
      <form ref={element} noValidate onSubmit={handleSubmit(handleLogin)} className="flex flex-col gap-4">
        <Field label="Username" error={formState.errors.username?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register('username')}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Password" error={formState.errors.password?.message}>
          {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
        </Field>
        <PanelLink to={paths.forgotPassword} className="self-end">
          Forgot password?
        </PanelLink>
        <SubmitButton wide busy={formState.isSubmitting && 'Logging in...'}>
          Login
        </SubmitButton>
      </form>
      {unverified === null ? null : <UnverifiedEmail username={unverified} />}
    </>
  )
}

/** Stands under a login that was refused because the email is not verified, and offers another link. */
function UnverifiedEmail({ username }: { username: string }) {
  const isEmail = Email.safeParse(username).success
  return (
    <section aria-label="Email verification" className="flex flex-col gap-4 rounded-md bg-sunken p-4">
      <p>Open the link in the email that we sent you, then log in. No email there? We can send another one.</p>
      <ResendVerification email={isEmail ? username : undefined} />
    </section>
  )
}

/** The server's words, from a refusal or from an answer that names an error; otherwise the exception's own message,
 *  for example when the server gave no answer (specification, section 8). */
export function loginFailure(error: unknown): string {
  return (error instanceof Error && error.message) || 'Login failed. Please try again.'
}

/** Tells somebody whose session the server ended why they must log in again. It waits until the page is shown,
 *  because a notice given during the navigation would leave with the page before. */
export function useToldLoss(): void {
  useEffect(() => {
    if (takeLoss()) notify.failure(errors.session_expired.message)
  }, [])
}

import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errors } from '#contract/errors.ts'
import { Email } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/sign-in.json'
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
  /** What was just typed for registering; null otherwise. */
  known?: Credentials | null
  /** Submits `known` at once, because the user is on their way to a page. */
  goesOn?: boolean
  onSignedIn: () => unknown
}

/** Not validated: the email field also takes a plain username. */
export function LoginForm({ known = null, goesOn = false, onSignedIn }: LoginFormProps) {
  // Without `known` there are no default values, so that text typed or filled in before hydration stays.
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
      // Someone who has just registered made no mistake: the panel below the form tells them.
      if (error instanceof ApiError && error.code === 'email_not_verified' && known !== null) return
      const isLed = showRefusal(form, error, { fields: ['username', 'password'], notice: loginFailure(error) })
      // The server never says which of the two is wrong; most people retype the password.
      if (!isLed) form.setFocus('password', { shouldSelect: true })
      return
    }
    notify.success(m.loggedIn, { showOnNextPage: true })
    await onSignedIn()
  }

  return (
    <>
      <form ref={element} noValidate onSubmit={handleSubmit(handleLogin)} className="flex flex-col gap-4">
        <Field label={common.username} error={formState.errors.username?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register('username')}
              type="email"
              autoComplete="username webauthn"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label={common.password} error={formState.errors.password?.message}>
          {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
        </Field>
        <PanelLink to={paths.forgotPassword} className="self-end">
          {m.forgotPassword}
        </PanelLink>
        <SubmitButton wide busy={formState.isSubmitting && m.loggingIn}>
          {common.login}
        </SubmitButton>
      </form>
      {unverified === null ? null : <UnverifiedEmail username={unverified} />}
    </>
  )
}

/** Shown if a login was refused because the email is not verified. */
function UnverifiedEmail({ username }: { username: string }) {
  const isEmail = Email.safeParse(username).success
  return (
    <section aria-label={m.emailVerification} className="flex flex-col gap-4 rounded-md bg-sunken p-4">
      <p>{m.verifyFirst}</p>
      <ResendVerification email={isEmail ? username : undefined} />
    </section>
  )
}

/** The server's message, from a refusal or an answer that names an error; otherwise the exception's own message, for
 *  example without an answer (specification, section 8). */
export function loginFailure(error: unknown): string {
  return (error instanceof Error && error.message) || m.loginFailed
}

/** After the server ended the session: says why to log in again. It waits until the page is shown, because a notice
 *  given during the navigation would leave with the previous page. */
export function useSessionLossNotice(): void {
  useEffect(() => {
    if (takeLoss()) notify.failure(errors.session_expired.message)
  }, [])
}

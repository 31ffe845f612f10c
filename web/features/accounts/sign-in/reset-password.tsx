import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordReset } from '#contract/accounts/auth.schemas.ts'
import { passwordsDiffer, resetPassword } from '#contract/accounts/auth.ts'
import { errors } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import * as answers from '#messages/answers.json'
import * as m from '#messages/sign-in.json'
import { call } from '#web/lib/api/call.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { PanelLink } from './auth-panel.tsx'
import { linkFailure } from './email-form.tsx'
import type { LinkState } from './sign-in.ts'

interface Passwords {
  new_password: string
  confirm_password: string
}

const passwordFields = ['new_password', 'confirm_password'] as const

interface ResetPasswordFormProps {
  /** From the mailed link; null if the page was opened without one. */
  link: { userId: string; token: string } | null
  onReset: () => unknown
}

/** Checks only that both passwords are given and equal; the server knows the rules. */
export function ResetPasswordForm({ link, onReset }: ResetPasswordFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<Passwords>()
  const { register, handleSubmit, getValues, formState } = form

  async function handlePasswords(passwords: Passwords) {
    setFailure(null)
    if (link === null) return setFailure(errors.reset_link_invalid.message)
    const { userId, token } = link
    try {
      await call(resetPassword, { params: { userId }, body: { user_id: userId, token, ...passwords } })
    } catch (error) {
      const place = { say: setFailure, fieldsSuffice: true }
      return showRefusal(form, error, { fields: passwordFields, notice: linkFailure(error), ...place })
    }
    await onReset()
  }

  return (
    <form noValidate onSubmit={handleSubmit(handlePasswords)} className="flex flex-col gap-4">
      <Field label={m.newPassword} hint={m.passwordHint} error={formState.errors.new_password?.message} required>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('new_password', { required: blank('new_password') })}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label={m.confirmNewPassword} error={formState.errors.confirm_password?.message} required>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('confirm_password', {
              required: blank('confirm_password'),
              validate: (typed) => typed === getValues('new_password') || passwordsDiffer,
            })}
            autoComplete="new-password"
          />
        )}
      </Field>
      {failure === errors.reset_link_invalid.message ? (
        <ResetLinkState link="bad" />
      ) : failure ? (
        <Message kind="failure">{failure}</Message>
      ) : null}
      <SubmitButton wide busy={formState.isSubmitting && m.resetting}>
        {m.resetPassword}
      </SubmitButton>
    </form>
  )
}

/** The contract's message for a blank field. */
function blank(field: keyof Passwords): string {
  return PasswordReset.shape[field].safeParse('').error?.issues[0]?.message ?? ''
}

/** Whether the link works, and what to do if not. */
export function ResetLinkState({ link }: { link: LinkState }) {
  if (link === 'good') return <Message kind="success">{answers.resetValid}</Message>
  if (link === 'bad') {
    return (
      <Message kind="failure">
        <p>{errors.reset_link_invalid.message}</p>
        <p>{m.resetPerhapsDone}</p>
        <PanelLink to={paths.forgotPassword} className="-ml-1">
          {m.sendAnotherLink}
        </PanelLink>
      </Message>
    )
  }
  if (link === 'unknown') {
    return (
      <>
        <Message kind="failure">{m.resetUnclear}</Message>
        <TryAgain />
      </>
    )
  }
  return (
    <Message kind="info" announced={false}>
      <p>{m.resetFirst}</p>
      <PanelLink to={paths.forgotPassword} className="-ml-1">
        {m.sendLink}
      </PanelLink>
    </Message>
  )
}

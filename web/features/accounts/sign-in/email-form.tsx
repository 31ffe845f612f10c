import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { EmailOnly } from '#contract/accounts/auth.schemas.ts'
import { forgotPassword, resendVerification } from '#contract/accounts/auth.ts'
import * as answers from '#messages/answers.json'
import * as common from '#messages/common.json'
import * as m from '#messages/sign-in.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

interface EmailFormProps {
  /** Text of the button. */
  children: ReactNode
  /** The address, if it is known. */
  email?: string | undefined
  /** Shown once the mail has been requested. */
  success: string
  /** The message for an error of `onSubmit`. */
  failure: (error: unknown) => string
  onSubmit: (body: EmailOnly) => Promise<unknown>
}

/** A form that requests a mail to an address. */
function EmailForm({ children, email, success, failure, onSubmit }: EmailFormProps) {
  const [result, setResult] = useState<{ kind: 'success' | 'failure'; text: string } | null>(null)
  const form = useForm<EmailOnly>({
    resolver: zodResolver(EmailOnly),
    ...(email && { defaultValues: { email } }),
  })
  const { register, handleSubmit, formState } = form

  async function handleEmail(body: EmailOnly) {
    setResult(null)
    try {
      await onSubmit(body)
      setResult({ kind: 'success', text: success })
    } catch (error) {
      const say = (text: string) => setResult({ kind: 'failure', text })
      showRefusal(form, error, { fields: ['email'], notice: failure(error), say, fieldsSuffice: true })
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleEmail)} className="flex flex-col gap-4">
      <Field label={common.email} error={formState.errors.email?.message} required>
        {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
      </Field>
      <SubmitButton wide busy={formState.isSubmitting && common.sending}>
        {children}
      </SubmitButton>
      {result ? <Message kind={result.kind}>{result.text}</Message> : null}
    </form>
  )
}

export function ForgotPasswordForm() {
  return (
    <EmailForm success={answers.resetSent} failure={linkFailure} onSubmit={(body) => call(forgotPassword, { body })}>
      {m.sendResetLink}
    </EmailForm>
  )
}

export function ResendVerification({ email }: { email?: string | undefined }) {
  // The page to return to is part of the link, which may be opened on another day or device.
  const [params] = useSearchParams()
  return (
    <EmailForm
      email={email}
      success={answers.verificationResent}
      failure={() => m.resendFailed}
      onSubmit={(body) => call(resendVerification, { query: { next: params.get('next') ?? undefined }, body })}
    >
      {m.resend}
    </EmailForm>
  )
}

/** The message for a failure to request or use a reset link (specification, section 8). */
export function linkFailure(error: unknown): string {
  return messageOf(error, m.linkFailed)
}

import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { EmailOnly } from '#contract/accounts/auth.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

interface EmailFormProps {
  /** Text of the button. */
  children: ReactNode
  /** The address, as far as it is known already. */
  email?: string | undefined
  /** Shown once the mail has been requested. */
  success: string
  /** Turns what `onSubmit` threw into the words to show. */
  failure: (error: unknown) => string
  onSubmit: (body: EmailOnly) => Promise<unknown>
}

/** A form that requests a mail to an address. */
export function EmailForm({ children, email, success, failure, onSubmit }: EmailFormProps) {
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
      <Field label="Email" error={formState.errors.email?.message} required>
        {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
      </Field>
      <SubmitButton wide busy={formState.isSubmitting && 'Sending...'}>
        {children}
      </SubmitButton>
      {result ? <Message kind={result.kind}>{result.text}</Message> : null}
    </form>
  )
}

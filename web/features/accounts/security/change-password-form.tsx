import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { changePassword, PasswordChange } from '#contract/accounts/password.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

interface ChangePasswordFormProps {
  /** For password managers, which keep the new password under it. */
  username: string
  onChanged: (message: string) => unknown
  onCancel: () => void
}

const fields = ['current_password', 'new_password', 'confirm_password'] as const

export function ChangePasswordForm({ username, onChanged, onCancel }: ChangePasswordFormProps) {
  const form = useForm<PasswordChange>({
    resolver: zodResolver(PasswordChange),
    defaultValues: { current_password: '', new_password: '', confirm_password: '' },
  })
  const { register, handleSubmit, setFocus, formState } = form
  useEffect(() => setFocus('current_password'), [setFocus])

  async function handleChange(body: PasswordChange) {
    let message: string
    try {
      message = (await call(changePassword, { body })).message
    } catch (error) {
      const notice = messageOf(error, 'Failed to change your password. Please try again.')
      return showRefusal(form, error, { fields, notice, fieldsSuffice: true })
    }
    await onChanged(message)
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleChange)} className="flex max-w-md flex-col gap-4">
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label="Current Password" error={formState.errors.current_password?.message} required>
        {(control) => <PasswordInput {...control} {...register('current_password')} autoComplete="current-password" />}
      </Field>
      <Field label="New Password" hint="At least 8 characters." error={formState.errors.new_password?.message} required>
        {(control) => <PasswordInput {...control} {...register('new_password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm New Password" error={formState.errors.confirm_password?.message} required>
        {(control) => <PasswordInput {...control} {...register('confirm_password')} autoComplete="new-password" />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onCancel} disabled={formState.isSubmitting}>
          Cancel
        </Button>
        <SubmitButton busy={formState.isSubmitting && 'Saving...'}>Save New Password</SubmitButton>
      </div>
    </form>
  )
}

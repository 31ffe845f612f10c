import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { errors } from '#contract/errors.ts'
import { GoogleProof, type GoogleProofProps } from '#web/features/accounts/profile/google-proof.tsx'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { deleteForGood } from './use-deletion.ts'

export interface DeletionFormProps extends Pick<GoogleProofProps, 'googleButton'> {
  hasPassword: boolean
  onCancel: () => void
}

interface Proof {
  current_password: string
  google_token: string
}

/** Asks for the password, or for a sign-in with Google where there is none, and deletes the account. */
export function DeletionForm({ hasPassword, googleButton, onCancel }: DeletionFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<Proof>({ defaultValues: { current_password: '', google_token: '' } })
  const { register, handleSubmit, setFocus, formState } = form
  const field = hasPassword ? 'current_password' : 'google_token'
  useEffect(() => {
    if (hasPassword) setFocus('current_password')
  }, [hasPassword, setFocus])

  async function handleDelete(proof: Proof) {
    setFailure(null)
    if (proof[field] === '') return form.setError(field, { message: needed[field] })
    try {
      await deleteForGood({ [field]: proof[field] })
    } catch (error) {
      form.setValue('google_token', '')
      // Deleted before, and the answer got lost: the session that ended says so.
      if (error instanceof ApiError && error.status === 401) return
      const notice = messageOf(error, 'Failed to delete your account. Please try again.')
      showRefusal(form, error, { fields: [field], notice, say: setFailure, fieldsSuffice: true })
    }
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit(handleDelete)} className="flex flex-col gap-4">
        <p className="text-ink-soft">Your account is deleted at once and for good.</p>
        {hasPassword ? (
          <Field
            label="Current Password"
            hint="Shows that it is you who deletes the account."
            error={formState.errors.current_password?.message}
            required
          >
            {(control) => (
              <PasswordInput {...control} {...register('current_password')} autoComplete="current-password" />
            )}
          </Field>
        ) : (
          <GoogleProof
            googleButton={googleButton}
            hint="Shows that it is you who deletes the account. Delete it within five minutes."
            instead={(link) => <>To delete your account, {link('set a password')} first.</>}
          />
        )}
        {failure ? <Message kind="failure">{failure}</Message> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onCancel} disabled={formState.isSubmitting}>
            Keep Account
          </Button>
          <Button variant="danger" type="submit" busy={formState.isSubmitting && 'Deleting...'}>
            Delete Account
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

const needed = {
  current_password: errors.password_needed.message,
  google_token: errors.google_sign_in_needed.message,
}

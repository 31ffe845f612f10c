import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { changePassword, PasswordChange, type Profile } from '#contract/accounts/profile.ts'
import { paths } from '#contract/paths.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink, SubmitButton } from '#web/ui/controls/button.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

/** Changes the password. Users who signed up with Google or by email have none and see how to set one. */
export function PasswordSection({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }

  async function handleChanged(message: string) {
    close()
    notify.success(message)
    // The other sessions have ended.
    await revalidate()
  }

  if (profile.email === '') {
    return (
      <SectionCard
        title="Password"
        intro="Your account has no password. To set one, first add an email under Edit Profile: we send a link to it."
      />
    )
  }
  if (!profile.has_password && profile.has_line && !profile.email_verified) {
    return (
      <SectionCard
        title="Password"
        intro="Your account has no password. To set one, first verify your email: open the link that we sent to it."
      />
    )
  }
  if (!profile.has_password) {
    return (
      <SectionCard
        title="Password"
        intro="Your account has no password. You can set one with a link that we email to you."
      >
        <ButtonLink to={paths.forgotPassword} variant="secondary" className="self-start">
          Set a Password
        </ButtonLink>
      </SectionCard>
    )
  }
  return (
    <SectionCard
      title="Password"
      intro="A new password logs you out on every other device, and revokes your access tokens."
    >
      {open ? (
        <ChangePasswordForm username={profile.username} onChanged={handleChanged} onCancel={close} />
      ) : (
        <Button ref={button} variant="secondary" className="self-start" onClick={() => setOpen(true)}>
          Change Password
        </Button>
      )}
    </SectionCard>
  )
}

interface ChangePasswordFormProps {
  /** For password managers, which store the new password under it. */
  username: string
  onChanged: (message: string) => unknown
  onCancel: () => void
}

const fields = ['current_password', 'new_password', 'confirm_password'] as const

function ChangePasswordForm({ username, onChanged, onCancel }: ChangePasswordFormProps) {
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

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { changePassword, PasswordChange, type Profile } from '#contract/accounts/profile.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/profile.json'
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
    return <SectionCard title={common.password} intro={m.noPasswordNoEmail} />
  }
  if (!profile.has_password && profile.has_line && !profile.email_verified) {
    return <SectionCard title={common.password} intro={m.noPasswordUnverified} />
  }
  if (!profile.has_password) {
    return (
      <SectionCard title={common.password} intro={m.noPassword}>
        <ButtonLink to={paths.forgotPassword} variant="secondary" className="self-start">
          {m.setPassword}
        </ButtonLink>
      </SectionCard>
    )
  }
  return (
    <SectionCard title={common.password} intro={m.passwordIntro}>
      {open ? (
        <ChangePasswordForm username={profile.username} onChanged={handleChanged} onCancel={close} />
      ) : (
        <Button ref={button} variant="secondary" className="self-start" onClick={() => setOpen(true)}>
          {m.changePassword}
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
      const notice = messageOf(error, m.passwordNotChanged)
      return showRefusal(form, error, { fields, notice, fieldsSuffice: true })
    }
    await onChanged(message)
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleChange)} className="flex max-w-md flex-col gap-4">
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={m.currentPassword} error={formState.errors.current_password?.message} required>
        {(control) => <PasswordInput {...control} {...register('current_password')} autoComplete="current-password" />}
      </Field>
      <Field label={m.newPassword} hint={m.passwordHint} error={formState.errors.new_password?.message} required>
        {(control) => <PasswordInput {...control} {...register('new_password')} autoComplete="new-password" />}
      </Field>
      <Field label={m.confirmNewPassword} error={formState.errors.confirm_password?.message} required>
        {(control) => <PasswordInput {...control} {...register('confirm_password')} autoComplete="new-password" />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onCancel} disabled={formState.isSubmitting}>
          {m.cancel}
        </Button>
        <SubmitButton busy={formState.isSubmitting && common.saving}>{m.saveNewPassword}</SubmitButton>
      </div>
    </form>
  )
}

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import type { Profile } from '#contract/accounts/profile.ts'
import { paths } from '#contract/paths.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

/** Changes the password; whoever has none, because they came with Google, is told how to set one. */
export function PasswordSection({ profile }: { profile: Pick<Profile, 'has_password' | 'username'> }) {
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

  if (!profile.has_password) {
    return (
      <SectionCard
        title="Password"
        intro="You log in with Google, and your account has no password. You can set one by a link that is mailed to you."
      >
        <ButtonLink to={paths.forgotPassword} variant="secondary" className="self-start">
          Set a Password
        </ButtonLink>
      </SectionCard>
    )
  }
  return (
    <SectionCard title="Password" intro="A new password logs you out on every other device.">
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

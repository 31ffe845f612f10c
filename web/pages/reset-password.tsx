import { useNavigate } from 'react-router'
import { linkTexts } from '#contract/auth.ts'
import { AuthPanel } from '#web/features/auth/auth-panel.tsx'
import { checkReset } from '#web/features/auth/check-link.ts'
import { PanelLink } from '#web/features/auth/panel-link.tsx'
import { ResetLinkState } from '#web/features/auth/reset-link-state.tsx'
import { ResetPasswordForm } from '#web/features/auth/reset-password-form.tsx'
import { forgetOwnGuests } from '#web/features/door/door-storage.ts'
import { titled } from '#web/lib/meta.ts'
import { notify } from '#web/lib/notice.tsx'
import { signOut } from '#web/lib/session.ts'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'Reset Password')

/** The address holds a secret. */
export const headers = () => ({ 'referrer-policy': 'no-referrer' })

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { state: await checkReset(params) }
}

export function HydrateFallback() {
  return (
    <AuthPanel title="Reset Password">
      <p role="status" className="text-center text-ink-soft">
        Loading...
      </p>
    </AuthPanel>
  )
}

export default function ResetPasswordPage({ loaderData: { state }, params: { userId, token } }: Route.ComponentProps) {
  const navigate = useNavigate()

  async function handleReset() {
    // The new password has ended every session; what this browser keeps of one is of no use.
    signOut()
    await forgetOwnGuests().catch(() => {})
    notify.success(linkTexts.resetDone, { travels: true })
    await navigate('/login')
  }

  return (
    <AuthPanel
      title="Reset Password"
      subtitle="Enter your new password below to reset it."
      footer={<PanelLink to="/login">Back to login</PanelLink>}
    >
      <ResetLinkState link={state} />
      {state === 'good' || state === 'none' ? (
        <ResetPasswordForm link={userId && token ? { userId, token } : null} onReset={handleReset} />
      ) : null}
    </AuthPanel>
  )
}

import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import * as answers from '#messages/answers.json'
import * as m from '#messages/sign-in.json'
import { AuthPanel, PanelLink } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { ResetLinkState, ResetPasswordForm } from '#web/features/accounts/sign-in/reset-password.tsx'
import { checkReset } from '#web/features/accounts/sign-in/sign-in.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { signOut } from '#web/lib/session/session.ts'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.resetPassword)

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { state: await checkReset(params) }
}

export function HydrateFallback() {
  return <AuthPanel title={m.resetPassword} loading />
}

export default function ResetPasswordPage({ loaderData: { state }, params: { userId, token } }: Route.ComponentProps) {
  const navigate = useNavigate()

  async function handleReset() {
    // The new password has ended all sessions, so this browser forgets its own.
    await signOut()
    notify.success(answers.resetDone, { showOnNextPage: true })
    await navigate(paths.login)
  }

  return (
    <AuthPanel
      title={m.resetPassword}
      subtitle={m.resetIntro}
      footer={<PanelLink to={paths.login}>{m.backToLogin}</PanelLink>}
    >
      <ResetLinkState link={state} />
      {state === 'good' || state === 'none' ? (
        <ResetPasswordForm link={userId && token ? { userId, token } : null} onReset={handleReset} />
      ) : null}
    </AuthPanel>
  )
}

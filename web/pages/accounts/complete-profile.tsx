import { useNavigate, useSearchParams } from 'react-router'
import * as m from '#messages/profile.json'
import { ProfileProblem } from '#web/features/accounts/profile/account-details.tsx'
import { CompletionForm } from '#web/features/accounts/profile/completion-form.tsx'
import { loadProfile } from '#web/features/accounts/profile/load-account.ts'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { useGuard } from '#web/features/shell/session-upkeep.ts'
import { checkSession, requireSession } from '#web/lib/api/loaders.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { nextPath } from '#web/lib/session/login-path.ts'
import type { Route } from './+types/complete-profile.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.complete)

/** The page has its own guard: visitors are sent to the login and back. */
export const handle = { guarded: true }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await checkSession(request)
  return loadProfile().catch((error) => {
    // The server may have ended the session since then.
    requireSession(request)
    throw error
  })
}

export function HydrateFallback() {
  return <AuthPanel title={m.complete} loading />
}

export default function CompleteProfilePage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  useGuard()
  return (
    <AuthPanel title={m.complete} subtitle={m.completeIntro}>
      {'profile' in loaderData ? (
        <CompletionForm profile={loaderData.profile} onSaved={() => navigate(nextPath(params), { replace: true })} />
      ) : (
        <ProfileProblem problem={loaderData.problem} />
      )}
    </AuthPanel>
  )
}

import { useNavigate, useSearchParams } from 'react-router'
import { AuthPanel } from '#web/features/accounts/panel/auth-panel.tsx'
import { CompletionForm } from '#web/features/accounts/profile/completion-form.tsx'
import { loadProfile } from '#web/features/accounts/profile/load-profile.ts'
import { ProfileProblem } from '#web/features/accounts/profile/profile-problem.tsx'
import { requireSession } from '#web/lib/api/loaders.ts'
import { titled } from '#web/lib/page/meta.ts'
import { nextPath } from '#web/lib/session/login-path.ts'
import type { Route } from './+types/complete-profile.ts'

export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'Complete Your Profile')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request)
  return loadProfile()
}

export function HydrateFallback() {
  return (
    <AuthPanel title="Complete Your Profile">
      <p role="status" className="text-center text-ink-soft">
        Loading...
      </p>
    </AuthPanel>
  )
}

export default function CompleteProfilePage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (
    <AuthPanel
      title="Complete Your Profile"
      subtitle="Please provide your additional information to complete your profile"
    >
      {'profile' in loaderData ? (
        <CompletionForm profile={loaderData.profile} onSaved={() => navigate(nextPath(params), { replace: true })} />
      ) : (
        <ProfileProblem problem={loaderData.problem} />
      )}
    </AuthPanel>
  )
}

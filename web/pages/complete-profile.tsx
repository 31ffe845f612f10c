import { useNavigate, useSearchParams } from 'react-router'
import { AuthPanel } from '#web/features/auth/auth-panel.tsx'
import { CompletionForm } from '#web/features/users/completion-form.tsx'
import { loadProfile } from '#web/features/users/load-profile.ts'
import { ProfileProblem } from '#web/features/users/profile-problem.tsx'
import { requireSession } from '#web/lib/loaders.ts'
import { nextPath } from '#web/lib/login-path.ts'
import { titled } from '#web/lib/meta.ts'
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

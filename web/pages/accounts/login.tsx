import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { GoogleSignIn } from '#web/features/accounts/google/google-sign-in.tsx'
import { AuthPanel } from '#web/features/accounts/panel/auth-panel.tsx'
import { PanelLink } from '#web/features/accounts/panel/panel-link.tsx'
import { LoginForm } from '#web/features/accounts/sign-in/login-form.tsx'
import { useToldLoss } from '#web/features/accounts/sign-in/use-told-loss.ts'
import { visitorsOnly } from '#web/features/accounts/sign-in/visitors-only.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { nextPath } from '#web/lib/session/login-path.ts'
import type { Route } from './+types/login.ts'

export const loader = () => null
export const clientLoader = visitorsOnly
export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Login')

export default function LoginPage() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params] = useSearchParams()
  useToldLoss()
  return (
    <AuthPanel
      title="Welcome Back!"
      subtitle="Sign in to access your account"
      footer={
        <>
          Don't have an account? <PanelLink to={{ pathname: paths.register, search }}>Sign up</PanelLink>
        </>
      }
    >
      <LoginForm onSignedIn={() => navigate(nextPath(params), { replace: true })} />
      <GoogleSignIn />
    </AuthPanel>
  )
}

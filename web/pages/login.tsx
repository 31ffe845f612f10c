import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthPanel } from '#web/features/auth/auth-panel.tsx'
import { GoogleSignIn } from '#web/features/auth/google-sign-in.tsx'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { PanelLink } from '#web/features/auth/panel-link.tsx'
import { useToldLoss } from '#web/features/auth/use-told-loss.ts'
import { visitorsOnly } from '#web/features/auth/visitors-only.ts'
import { nextPath } from '#web/lib/login-path.ts'
import { titled } from '#web/lib/meta.ts'
import type { Route } from './+types/login.ts'

export const loader = () => null
export const clientLoader = visitorsOnly
export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'Login')

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
          Don't have an account? <PanelLink to={{ pathname: '/register', search }}>Sign up</PanelLink>
        </>
      }
    >
      <LoginForm onSignedIn={() => navigate(nextPath(params), { replace: true })} />
      <GoogleSignIn />
    </AuthPanel>
  )
}

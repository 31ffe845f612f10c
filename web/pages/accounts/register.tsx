import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { AuthPanel } from '#web/features/accounts/panel/auth-panel.tsx'
import { PanelLink } from '#web/features/accounts/panel/panel-link.tsx'
import { visitorsOnly } from '#web/features/accounts/sign-in/visitors-only.ts'
import { RegisterForm } from '#web/features/accounts/sign-up/register-form.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import type { Route } from './+types/register.ts'

export const loader = () => null
export const clientLoader = visitorsOnly
export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Sign Up')

export default function RegisterPage() {
  const navigate = useNavigate()
  const { search } = useLocation()
  // Somebody who came from the login page is still led to the page that asked for it.
  const login = { pathname: paths.login, search }
  return (
    <AuthPanel
      title="Create your account"
      footer={
        <>
          Already have an account? <PanelLink to={login}>Login</PanelLink>
        </>
      }
    >
      <RegisterForm onRegistered={() => navigate(login)} />
    </AuthPanel>
  )
}

import { paths } from '#contract/paths.ts'
import { ForgotPasswordForm } from '#web/features/accounts/email-links/forgot-password-form.tsx'
import { AuthPanel } from '#web/features/accounts/panel/auth-panel.tsx'
import { PanelLink } from '#web/features/accounts/panel/panel-link.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Forgot Password')

export default function ForgotPasswordPage() {
  return (
    <AuthPanel
      title="Forgot Password"
      subtitle="Enter your email to receive a password reset link."
      footer={<PanelLink to={paths.login}>Back to login</PanelLink>}
    >
      <ForgotPasswordForm />
    </AuthPanel>
  )
}

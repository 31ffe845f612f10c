import { paths } from '#contract/paths.ts'
import { AuthPanel, PanelLink } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { ForgotPasswordForm } from '#web/features/accounts/sign-in/email-form.tsx'
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

import { paths } from '#contract/paths.ts'
import * as m from '#messages/sign-in.json'
import { AuthPanel, PanelLink } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { ForgotPasswordForm } from '#web/features/accounts/sign-in/email-form.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.forgotTitle)

export default function ForgotPasswordPage() {
  return (
    <AuthPanel
      title={m.forgotTitle}
      subtitle={m.forgotIntro}
      footer={<PanelLink to={paths.login}>{m.backToLogin}</PanelLink>}
    >
      <ForgotPasswordForm />
    </AuthPanel>
  )
}

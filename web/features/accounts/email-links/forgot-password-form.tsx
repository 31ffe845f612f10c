import { forgotPassword, linkTexts } from '#contract/accounts/auth.ts'
import { EmailForm } from '#web/features/accounts/panel/email-form.tsx'
import { linkFailure } from '#web/features/accounts/panel/link-failure.ts'
import { call } from '#web/lib/api/call.ts'

export function ForgotPasswordForm() {
  return (
    <EmailForm success={linkTexts.resetSent} failure={linkFailure} onSubmit={(body) => call(forgotPassword, { body })}>
      Send Reset Link
    </EmailForm>
  )
}

import { forgotPassword, linkTexts } from '#contract/auth.ts'
import { call } from '#web/lib/call.ts'
import { EmailForm } from './email-form.tsx'
import { linkFailure } from './link-failure.ts'

export function ForgotPasswordForm() {
  return (
    <EmailForm success={linkTexts.resetSent} failure={linkFailure} onSubmit={(body) => call(forgotPassword, { body })}>
      Send Reset Link
    </EmailForm>
  )
}

import { linkTexts, resendVerification } from '#contract/auth.ts'
import { call } from '#web/lib/call.ts'
import { EmailForm } from './email-form.tsx'

/** Asks for another verification link. */
export function ResendVerification({ email }: { email?: string | undefined }) {
  return (
    <EmailForm
      email={email}
      success={linkTexts.resent}
      failure={() => 'Failed to resend verification email. Please try again.'}
      onSubmit={(body) => call(resendVerification, { body })}
    >
      Resend Verification Email
    </EmailForm>
  )
}

import { linkTexts, resendVerification } from '#contract/accounts/auth.ts'
import { EmailForm } from '#web/features/accounts/panel/email-form.tsx'
import { call } from '#web/lib/api/call.ts'

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

import { useSearchParams } from 'react-router'
import { linkTexts, resendVerification } from '#contract/accounts/auth.ts'
import { EmailForm } from '#web/features/accounts/panel/email-form.tsx'
import { call } from '#web/lib/api/call.ts'

/** Asks for another verification link. */
export function ResendVerification({ email }: { email?: string | undefined }) {
  // The page that one comes from goes with the link: it may be opened on another day, or on another device.
  const [params] = useSearchParams()
  return (
    <EmailForm
      email={email}
      success={linkTexts.resent}
      failure={() => 'Failed to resend verification email. Please try again.'}
      onSubmit={(body) => call(resendVerification, { query: { next: params.get('next') ?? undefined }, body })}
    >
      Resend Verification Email
    </EmailForm>
  )
}

import { linkTexts } from '#contract/accounts/auth.ts'
import { errors } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { verify } from '#web/features/accounts/email-links/check-link.ts'
import { ResendVerification } from '#web/features/accounts/email-links/resend-verification.tsx'
import { AuthPanel } from '#web/features/accounts/panel/auth-panel.tsx'
import { titled } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/display/spinner.tsx'
import type { Route } from './+types/verify-email.ts'

export const meta: Route.MetaFunction = ({ matches }) => titled(matches, 'Verify Email')

/** The address contains a secret, which no other site may see. */
export const headers = () => ({ 'referrer-policy': 'no-referrer' })

/** This runs only in the browser: mail scanners open links too, and this one works only once. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { verified: await verify(params) }
}

export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <AuthPanel title="Email Verification">
      <p role="status" className="flex items-center justify-center gap-3 text-ink-soft">
        <Spinner />
        Verifying your email...
      </p>
    </AuthPanel>
  )
}

export default function VerifyEmailPage({ loaderData: { verified } }: Route.ComponentProps) {
  if (verified) {
    return (
      <AuthPanel title="Email Verified!" subtitle={linkTexts.verified}>
        <ButtonLink to={paths.login}>Login</ButtonLink>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel title="Email Verification Failed" subtitle={errors.verify_link_invalid.message}>
      <ResendVerification />
    </AuthPanel>
  )
}

import { useState } from 'react'
import { useLocation } from 'react-router'
import { linkTexts } from '#contract/accounts/auth.ts'
import { errors } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { ResendVerification } from '#web/features/accounts/sign-in/email-form.tsx'
import { verify } from '#web/features/accounts/sign-in/sign-in.ts'
import { wantedBy } from '#web/features/events/detail/wanted-event.tsx'
import { useAction } from '#web/lib/api/use-action.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/display/loading.tsx'
import type { Route } from './+types/verify-email.ts'

const noAnswer = 'The server gave no clear answer, so your link may still be valid. Please try again.'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Verify Email')

/** Only in the browser: mail scanners open links too, and this one works only once. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { link: await verify(params) }
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

export default function VerifyEmailPage({ loaderData, params }: Route.ComponentProps) {
  const [link, setLink] = useState(loaderData.link)
  const { run, busy } = useAction()
  const { search } = useLocation()

  const handleAgain = () => run(async () => setLink(await verify(params)), noAnswer)

  if (link === 'good') {
    return (
      <AuthPanel title="Email Verified!" subtitle={linkTexts.verified}>
        {wantedBy({ url: `http://here/${search}` }) ? <p>Log in to continue to your event.</p> : null}
        <ButtonLink to={{ pathname: paths.login, search }}>Login</ButtonLink>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel
      title="Email Verification Failed"
      subtitle={link === 'unknown' ? noAnswer : errors.verify_link_invalid.message}
    >
      {link === 'unknown' ? (
        <Button wide busy={busy && 'Verifying your email...'} onClick={handleAgain}>
          Try Again
        </Button>
      ) : null}
      <ResendVerification />
    </AuthPanel>
  )
}

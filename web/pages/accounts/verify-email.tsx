import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { errors } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import * as answers from '#messages/answers.json'
import * as common from '#messages/common.json'
import * as m from '#messages/mailed-links.json'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { ResendVerification } from '#web/features/accounts/sign-in/email-form.tsx'
import { verify } from '#web/features/accounts/sign-in/sign-in.ts'
import { wantedBy } from '#web/features/events/detail/wanted-event.tsx'
import { useAction } from '#web/lib/api/use-action.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/display/loading.tsx'
import type { Route } from './+types/verify-email.ts'

/** Only in the browser: mail scanners open links too, and would confirm the address. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { link: await verify(params) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  hiddenHead(matches, loaderData && loaderData.link !== 'unknown' ? titleOf(loaderData.link) : m.verify)

const titleOf = (link: Awaited<ReturnType<typeof verify>>) => (link === 'good' ? m.emailVerified : m.verificationFailed)

export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <AuthPanel title={m.emailVerification}>
      <p role="status" className="flex items-center justify-center gap-3 text-ink-soft">
        <Spinner />
        {m.verifying}
      </p>
    </AuthPanel>
  )
}

export default function VerifyEmailPage({ loaderData, params }: Route.ComponentProps) {
  const [link, setLink] = useState(loaderData.link)
  const { run, busy } = useAction()
  const { search } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The waiting text is replaced, so screen readers say the outcome only if it is focused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each outcome.
  useEffect(() => heading.current?.focus(), [link])

  const handleAgain = () =>
    run(async () => {
      const outcome = await verify(params)
      // The page stays the same, so a notice says it.
      if (outcome === 'unknown') throw new Error()
      setLink(outcome)
    }, m.verificationUnclear)

  if (link === 'good') {
    return (
      <AuthPanel title={titleOf(link)} subtitle={answers.verified} heading={heading}>
        {wantedBy({ url: `http://here/${search}` }) ? <p>{m.logInForEvent}</p> : null}
        <ButtonLink to={{ pathname: paths.login, search }}>{common.login}</ButtonLink>
      </AuthPanel>
    )
  }
  return (
    <AuthPanel
      title={titleOf(link)}
      heading={heading}
      subtitle={link === 'unknown' ? m.verificationUnclear : errors.verify_link_invalid.message}
    >
      {link === 'unknown' ? (
        <Button wide busy={busy && m.verifying} onClick={handleAgain}>
          {common.tryAgain}
        </Button>
      ) : null}
      <ResendVerification />
    </AuthPanel>
  )
}

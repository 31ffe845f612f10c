import { useState } from 'react'
import { showStopLink, stopByLink } from '#contract/engagement/follows.ts'
import { errors } from '#contract/errors.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/mailed-links.json'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { LinkProblem } from '#web/pages/layout/link-problem.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import type { Route } from './+types/stop-following.ts'

const title = m.stopFollowing

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, title)

/** Must be read-only: mail scanners open links before people do. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(showStopLink, { params })

export function HydrateFallback() {
  return <AuthPanel title={title} loading />
}

export default function StopFollowingPage({ loaderData, params }: Route.ComponentProps) {
  const { organizer_name: name } = loaderData
  const [isStopped, setStopped] = useState(!loaderData.is_following)
  const { run, busy } = useAction()
  const [problem, setProblem] = useState('')

  function handleStop() {
    setProblem('')
    return run(
      async () => {
        await call(stopByLink, { params })
        setStopped(true)
      },
      (error) => setProblem(messageOf(error, m.notStopped)),
    )
  }

  return (
    <AuthPanel title={title}>
      <p role="status" className="text-center wrap-anywhere">
        {fill(isStopped ? m.notFollowing : m.following, { name })}
      </p>
      {problem ? <Message kind="failure">{problem}</Message> : null}
      {isStopped ? (
        <ButtonLink to={paths.discover} variant="secondary">
          {common.discover}
        </ButtonLink>
      ) : (
        <Button wide busy={busy && m.stopping} onClick={handleStop}>
          {m.stopEmails}
        </Button>
      )}
    </AuthPanel>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LinkProblem error={error} title={title} invalid={errors.stop_link_invalid.message}>
      <ButtonLink to={paths.accountInfo}>{m.accountDetails}</ButtonLink>
    </LinkProblem>
  )
}

import { useState } from 'react'
import { showStopLink, stopByLink } from '#contract/engagement/follows.ts'
import { errors } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { AuthPanel } from '#web/features/accounts/panel/auth-panel.tsx'
import { FetchProblem } from '#web/features/shell/fetch-problem.tsx'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import type { Route } from './+types/stop-following.ts'

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, 'Stop Following')

/** The address contains a secret, which no other site may see. */
export const headers = () => ({ 'referrer-policy': 'no-referrer' })

/** Reads only: mail scanners open links too, and must stop nothing. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(showStopLink, { params })

export function HydrateFallback() {
  return (
    <AuthPanel title="Stop Following">
      <p role="status" className="text-center text-ink-soft">
        Loading...
      </p>
    </AuthPanel>
  )
}

export default function StopFollowingPage({ loaderData, params }: Route.ComponentProps) {
  const { organizer_name: name } = loaderData
  const [isStopped, setStopped] = useState(!loaderData.is_following)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function handleStop() {
    setBusy(true)
    setProblem('')
    try {
      await call(stopByLink, { params })
      setStopped(true)
    } catch (error) {
      setProblem(messageOf(error, 'This could not be stopped. Please try again.'))
    }
    setBusy(false)
  }

  return (
    <AuthPanel title="Stop Following">
      <p role="status" className="text-center wrap-anywhere">
        {isStopped
          ? `You do not follow ${name}, and get no mails about their new events.`
          : `You follow ${name}, and get a mail when they publish a new event.`}
      </p>
      {problem ? <Message kind="failure">{problem}</Message> : null}
      {isStopped ? (
        <ButtonLink to={paths.discover} variant="secondary">
          Discover
        </ButtonLink>
      ) : (
        <Button wide busy={busy && 'Stopping...'} onClick={handleStop}>
          Stop These Mails
        </Button>
      )}
    </AuthPanel>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying="Error fetching data" title="Stop Following" notFound={<NoLink />} />
}

function NoLink() {
  return (
    <AuthPanel title="Stop Following" subtitle={errors.stop_link_invalid.message}>
      <ButtonLink to={paths.accountInfo}>Account Details</ButtonLink>
    </AuthPanel>
  )
}

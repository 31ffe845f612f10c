import { useState } from 'react'
import { showStopLink, stopByLink } from '#contract/engagement/follows.ts'
import { errors } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import type { Route } from './+types/stop-following.ts'

const title = 'Stop Following'

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
      (error) => setProblem(messageOf(error, 'The emails could not be stopped. Please try again.')),
    )
  }

  return (
    <AuthPanel title={title}>
      <p role="status" className="text-center wrap-anywhere">
        {isStopped
          ? `You do not follow ${name}, and get no emails about their new events.`
          : `You follow ${name}, and get an email when they publish a new event.`}
      </p>
      {problem ? <Message kind="failure">{problem}</Message> : null}
      {isStopped ? (
        <ButtonLink to={paths.discover} variant="secondary">
          Discover
        </ButtonLink>
      ) : (
        <Button wide busy={busy && 'Stopping...'} onClick={handleStop}>
          Stop These Emails
        </Button>
      )}
    </AuthPanel>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <FetchProblem
      error={error}
      saying="Error fetching data"
      title={title}
      notFound={
        <AuthPanel title={title} subtitle={errors.stop_link_invalid.message}>
          <ButtonLink to={paths.accountInfo}>Account Details</ButtonLink>
        </AuthPanel>
      }
    />
  )
}

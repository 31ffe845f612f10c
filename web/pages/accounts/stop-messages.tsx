import { useState } from 'react'
import { errors } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { showMessageChoice, turnMessagesOff, turnMessagesOn } from '#contract/tickets/messages.ts'
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
import type { Route } from './+types/stop-messages.ts'

const title = m.messagesFromOrganizers

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, title)

/** Must be read-only: mail scanners open links before people do. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(showMessageChoice, { params })

export function HydrateFallback() {
  return <AuthPanel title={title} loading />
}

export default function StopMessagesPage({ loaderData, params }: Route.ComponentProps) {
  const [gets, setGets] = useState(loaderData.gets_messages)
  const { run, busy } = useAction()
  const [problem, setProblem] = useState('')

  function handleChange() {
    setProblem('')
    return run(
      async () => setGets((await call(gets ? turnMessagesOff : turnMessagesOn, { params })).gets_messages),
      (error) => setProblem(messageOf(error, common.notSaved)),
    )
  }

  return (
    <AuthPanel title={title}>
      <p role="status" className="text-center">
        {gets ? m.messagesOn : m.messagesOff}
      </p>
      {problem ? <Message kind="failure">{problem}</Message> : null}
      <Button wide variant={gets ? 'primary' : 'secondary'} busy={busy && common.saving} onClick={handleChange}>
        {gets ? m.stopMessages : m.getMessagesAgain}
      </Button>
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

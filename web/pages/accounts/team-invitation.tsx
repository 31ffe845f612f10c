import { useNavigate } from 'react-router'
import { eventZoneName, fullDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import { teamHome } from '#contract/events/event-links.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { acceptTeamInvitation, ownRoleTexts, roleLabels, showTeamInvitation } from '#contract/tickets/team.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/mailed-links.json'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { LinkProblem } from '#web/pages/layout/link-problem.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import type { Route } from './+types/team-invitation.ts'

const title = m.joinTeam

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, title)

/** Must be read-only: mail scanners open links before people do. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(showTeamInvitation, { params })

export const shouldRevalidate = () => false

export function HydrateFallback() {
  return <AuthPanel title={title} loading />
}

export default function TeamInvitationPage({ loaderData: invitation, params }: Route.ComponentProps) {
  const session = useSession()
  const navigate = useNavigate()
  const { run, busy } = useAction()
  const { event_name, organizer_name, role, start_date_event } = invitation

  const handleJoin = () =>
    run(async () => {
      const { event_id } = await call(acceptTeamInvitation, { params })
      notify.success(fill(m.joined, { event: event_name }), { showOnNextPage: true })
      await navigate(teamHome(event_id, role), { replace: true })
    }, m.joinFailed)

  return (
    <AuthPanel title={title} subtitle={fill(m.invitedBy, { organizer: organizer_name })}>
      <dl className="figures flex flex-col gap-3">
        <Fact name={common.event}>{event_name}</Fact>
        <Fact name={m.when}>{`${fullDate(start_date_event)} (${eventZoneName})`}</Fact>
        <Fact name={m.yourRole}>{roleLabels[role]}</Fact>
        <Fact name={m.roleText}>{ownRoleTexts[role]}</Fact>
      </dl>
      {session === null ? (
        <>
          <ButtonLink to={loginPath(paths.teamInvitation(params.secret))} wide>
            {m.logInToJoin}
          </ButtonLink>
          <ButtonLink to={loginPath(paths.teamInvitation(params.secret), paths.register)} variant="secondary" wide>
            {m.signUpToJoin}
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="text-center text-sm wrap-anywhere text-ink-soft">
            {fill(m.loggedInAs, { username: session.username })}
          </p>
          <Button wide busy={busy && m.joining} onClick={handleJoin}>
            {m.join}
          </Button>
        </>
      )}
    </AuthPanel>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LinkProblem error={error} title={title} invalid={errors.invitation_invalid.message}>
      <ButtonLink to={paths.home}>{common.goHome}</ButtonLink>
    </LinkProblem>
  )
}

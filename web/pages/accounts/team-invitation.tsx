import { useNavigate } from 'react-router'
import { eventZoneName, fullDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import { teamHome } from '#contract/events/event-links.ts'
import { paths } from '#contract/paths.ts'
import { acceptTeamInvitation, ownRoleTexts, roleLabels, showTeamInvitation } from '#contract/tickets/team.ts'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import type { Route } from './+types/team-invitation.ts'

const title = 'Join a Team'

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
      notify.success(`You are in the team of ${event_name}.`, { travels: true })
      await navigate(teamHome(event_id, role), { replace: true })
    }, 'You could not join the team. Please try again.')

  return (
    <AuthPanel title={title} subtitle={`${organizer_name} invites you to help with an event.`}>
      <dl className="figures flex flex-col gap-3">
        <Fact name="Event">{event_name}</Fact>
        <Fact name="When">{`${fullDate(start_date_event)} (${eventZoneName})`}</Fact>
        <Fact name="Your role">{roleLabels[role]}</Fact>
        <Fact name="What you do">{ownRoleTexts[role]}</Fact>
      </dl>
      {session === null ? (
        <>
          <ButtonLink to={loginPath(paths.teamInvitation(params.secret))} wide>
            Log In to Join
          </ButtonLink>
          <ButtonLink to={loginPath(paths.teamInvitation(params.secret), paths.register)} variant="secondary" wide>
            Sign Up to Join
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="text-center text-sm wrap-anywhere text-ink-soft">{`You are logged in as ${session.username}.`}</p>
          <Button wide busy={busy && 'Joining...'} onClick={handleJoin}>
            Join the Team
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
    <FetchProblem
      error={error}
      saying="Error fetching data"
      title={title}
      notFound={
        <AuthPanel title={title} subtitle={errors.invitation_invalid.message}>
          <ButtonLink to={paths.home}>Go Home</ButtonLink>
        </AuthPanel>
      }
    />
  )
}

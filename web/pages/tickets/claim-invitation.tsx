import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { eventZoneName, fullDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import {
  claimInvitation,
  declineInvitation,
  type Invitation,
  type InvitationState,
  showInvitation,
} from '#contract/tickets/invitations.ts'
import * as common from '#messages/common.json'
import * as tickets from '#messages/tickets.json'
import * as apply from '#messages/tickets-apply.json'
import * as m from '#messages/tickets-invitation.json'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { AnswersDialog, type ToSend } from '#web/features/tickets/questions.tsx'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { LinkProblem } from '#web/pages/layout/link-problem.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import type { Route } from './+types/claim-invitation.ts'

const title = m.youAreInvited

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, title)

/** Must be read-only: mail scanners open links before people do. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(showInvitation, { params })

export function HydrateFallback() {
  return <AuthPanel title={title} loading />
}

export default function ClaimInvitationPage({ loaderData, params }: Route.ComponentProps) {
  const [state, setState] = useState(loaderData.state)
  return (
    <AuthPanel title={title}>
      <Facts invitation={{ ...loaderData, state }} />
      {state === 'open' ? (
        <Answer invitation={loaderData} params={params} onState={setState} />
      ) : (
        <>
          <p role="status" className="text-center">
            {endings[state]}
          </p>
          {loaderData.application_id === null ? null : (
            <ButtonLink to={paths.virtualTicket(loaderData.application_id)}>{tickets.viewTicket}</ButtonLink>
          )}
          {loaderData.sees_event ? (
            <ButtonLink to={paths.event(loaderData.event_id)} variant="secondary">
              {common.viewEvent}
            </ButtonLink>
          ) : null}
        </>
      )}
    </AuthPanel>
  )
}

const endings: Record<Exclude<InvitationState, 'open'>, string> = {
  claimed: m.claimed,
  declined: m.declined,
  taken_back: m.takenBack,
  not_claimed: m.notClaimedInTime,
  called_off: m.calledOff,
}

function Facts({ invitation }: { invitation: Invitation }) {
  const { fullname, organizer_name, event_name, start_date_event, address, is_online, ticket_type, claim_by } =
    invitation
  const facts = [
    [m.when, `${fullDate(start_date_event)} (${eventZoneName})`],
    [m.where, is_online ? common.online : address],
    [m.ticket, ticket_type],
    ...(invitation.state === 'open' ? [[m.claimUntil, fullDate(claim_by)]] : []),
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        {fill(fullname ? m.invitesByName : m.invites, { name: fullname, organizer: organizer_name })}
      </p>
      <h2 className="text-xl wrap-anywhere">{event_name}</h2>
      <dl className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  )
}

interface AnswerProps {
  invitation: Invitation
  params: { token: string }
  onState: (state: InvitationState) => void
}

/** Claiming needs an account: the ticket is its person's. Declining does not. */
function Answer({ invitation: { event_id: id, event_name, questions }, params, onState }: AnswerProps) {
  const session = useSession()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { run, running, busy } = useAction()
  const [asking, setAsking] = useState<'answers' | 'decline' | null>(null)
  const [hasTicket, setHasTicket] = useState(false)

  function claim(given?: ToSend) {
    return run(
      async () => {
        const { application_id } = await call(claimInvitation, { params, ...(given && { body: given }) })
        await navigate(paths.virtualTicket(application_id), { replace: true })
      },
      async (error) => {
        const code = error instanceof ApiError ? error.code : null
        if (code === 'session_expired') return navigate(loginPath(paths.invitation(params.token)))
        if (code === 'already_applied') {
          setHasTicket(true)
          setAsking(null)
        }
        // The questions have changed since the page was loaded.
        if (code === 'answers_invalid') {
          await revalidate()
          if (given === undefined) return setAsking('answers')
        }
        return messageOf(error, m.notClaimed)
      },
      'claim',
    )
  }

  const handleDecline = () =>
    run(
      async () => {
        await call(declineInvitation, { params })
        onState('declined')
      },
      m.notDeclined,
      'decline',
    )

  return (
    <div className="flex flex-col gap-3">
      {session === null ? (
        <>
          <p className="text-center text-ink-soft">{m.signInFirst}</p>
          <ButtonLink to={loginPath(paths.invitation(params.token))}>{common.goOn}</ButtonLink>
        </>
      ) : hasTicket ? (
        <ButtonLink to={paths.myTickets}>{common.myTickets}</ButtonLink>
      ) : (
        <Button
          wide
          unavailable={busy}
          busy={running === 'claim' && m.claiming}
          onClick={() => (questions.length > 0 ? setAsking('answers') : claim())}
        >
          {m.claimMyTicket}
        </Button>
      )}
      <Button wide variant="quiet" unavailable={busy} onClick={() => setAsking('decline')}>
        {m.cannotCome}
      </Button>
      <AnswersDialog
        open={asking === 'answers'}
        title={fill(m.claimFor, { event: event_name })}
        confirmLabel={m.claimMyTicket}
        keepLabel={apply.notNow}
        event={{ id, questions, questions_per_guest: false }}
        guests={[]}
        busy={running === 'claim' && m.claiming}
        onConfirm={claim}
        onClose={() => setAsking(null)}
      >
        {null}
      </AnswersDialog>
      <ConfirmDialog
        open={asking === 'decline'}
        title={m.declineTitle}
        confirmLabel={m.decline}
        keepLabel={common.cancel}
        busy={running === 'decline' && m.declining}
        onConfirm={() => void handleDecline()}
        onClose={() => setAsking(null)}
      >
        <p>{m.declineEffect}</p>
      </ConfirmDialog>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LinkProblem error={error} title={title} invalid={errors.invitation_not_found.message}>
      <ButtonLink to={paths.myTickets}>{common.myTickets}</ButtonLink>
    </LinkProblem>
  )
}

import { MonitorSmartphone } from 'lucide'
import { type ReactNode, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { endOtherSessions, endSession, type OwnSession, recentSignInMinutes } from '#contract/accounts/sessions.ts'
import { clockTime, shortDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/sessions.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useNow } from '#web/lib/clock.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { TimeAgo } from '#web/ui/display/time-ago.tsx'

/** `sessions` is null if they could not be loaded. */
export function SessionsSection({ sessions }: { sessions: OwnSession[] | null }) {
  const list = useRef<HTMLUListElement>(null)
  const { run, running } = useAction()
  const { state, revalidate } = useRevalidator()

  /** `name` is the session's id, or 'others'. `end` resolves to the notice. */
  async function handleEnd(name: string, button: HTMLButtonElement, end: () => Promise<string>) {
    // The button disappears with its session, so the list takes over the focus.
    const moveFocus = () => {
      if (document.activeElement === button) list.current?.focus()
    }
    await run(
      async () => {
        notify.success(await end())
        moveFocus()
      },
      (error) => {
        // The user wanted it to end, and it has ended.
        if (error instanceof ApiError && error.code === 'session_not_found') return moveFocus()
        return messageOf(error, m.notEnded)
      },
      name,
    )
    await revalidate()
  }

  async function endOne(sessionId: string): Promise<string> {
    await call(endSession, { params: { sessionId } })
    return m.ended
  }

  return (
    <SectionCard title={m.sessions} intro={m.intro}>
      {sessions === null ? (
        <LoadFailure text={m.notLoaded} busy={state === 'loading'} onAgain={revalidate} />
      ) : (
        <ul ref={list} tabIndex={-1} aria-label={m.sessions} className="divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <SessionFacts session={session} />
              {session.is_current ? (
                <Badge tone="success">{m.thisDevice}</Badge>
              ) : (
                <Button
                  variant="quiet"
                  aria-label={fill(m.endOf, { device: deviceOf(session) })}
                  busy={running === session.id && m.ending}
                  onClick={({ currentTarget }) => handleEnd(session.id, currentTarget, () => endOne(session.id))}
                >
                  {m.end}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {/* A single other session has its own button. */}
      {sessions !== null && sessions.length > 2 ? (
        <Button
          variant="secondary"
          className="self-start"
          busy={running === 'others' && m.ending}
          onClick={({ currentTarget }) =>
            handleEnd('others', currentTarget, async () => (await call(endOtherSessions)).message)
          }
        >
          {m.endOthers}
        </Button>
      ) : null}
    </SectionCard>
  )
}

function SessionFacts({ session }: { session: OwnSession }) {
  const { started_at, last_used_at, is_current } = session
  return (
    <>
      <Icon icon={MonitorSmartphone} className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{deviceOf(session)}</p>
        <p className="figures text-sm text-ink-soft">
          {fill(m.loggedIn, { date: shortDate(started_at), time: clockTime(started_at) })}
        </p>
        {is_current ? null : (
          <p className="figures text-sm text-ink-soft">
            <RichText text={m.lastUsed} tags={{ ago: () => <TimeAgo iso={last_used_at} /> }} />
          </p>
        )}
      </div>
    </>
  )
}

function deviceOf({ device }: OwnSession): string {
  return device || m.unknownDevice
}

interface AfterSignInProps {
  sessions: OwnSession[] | null
  /** What to log in again for: 'To protect your account, log in again before you add a passkey.' */
  why: string
  children: ReactNode
}

/** Shows its children to people who have signed in lately; others log in again first. */
export function AfterSignIn({ sessions, why, children }: AfterSignInProps) {
  const now = useNow()
  const { pathname } = useLocation()
  const started = sessions?.find(({ is_current }) => is_current)?.started_at
  // Without an answer the server decides.
  if (now === null || started === undefined || now < Date.parse(started) + recentSignInMinutes * 60_000) return children
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{why}</p>
      <ButtonLink to={loginPath(pathname, paths.logout)} variant="secondary">
        {m.logInAgain}
      </ButtonLink>
    </div>
  )
}

import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { OwnSession } from '#contract/accounts/sessions.ts'
import { clockTime, shortDate } from '#contract/dates.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { TimeAgo } from '#web/ui/display/time-ago.tsx'
import { useSessions } from './use-sessions.ts'

/** Where the reader is logged in; null where that could not be loaded. */
export function SessionsSection({ sessions }: { sessions: OwnSession[] | null }) {
  const list = useRef<HTMLUListElement>(null)
  const { busy, endOne, endOthers } = useSessions(handOver)

  /** The button goes with its session, so the list takes the focus that it has. */
  function handOver(pressed: HTMLButtonElement) {
    if (document.activeElement === pressed) list.current?.focus()
  }

  return (
    <SectionCard title="Sessions" intro="You are logged in here. End a session that you do not know or need.">
      {sessions === null ? (
        <NotLoaded />
      ) : (
        <ul ref={list} tabIndex={-1} aria-label="Sessions" className="divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <SessionFacts session={session} />
              {session.is_current ? (
                <Badge tone="success">This device</Badge>
              ) : (
                <Button
                  variant="quiet"
                  aria-label={`End the session of ${deviceOf(session)}`}
                  busy={busy === session.id && 'Ending...'}
                  onClick={({ currentTarget }) => endOne(session.id, currentTarget)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {/* Of one other session its own button is enough. */}
      {sessions !== null && sessions.length > 2 ? (
        <Button
          variant="secondary"
          className="self-start"
          busy={busy === 'others' && 'Ending...'}
          onClick={({ currentTarget }) => endOthers(currentTarget)}
        >
          End All Others
        </Button>
      ) : null}
    </SectionCard>
  )
}

function SessionFacts({ session }: { session: OwnSession }) {
  const { started_at, last_used_at, is_current } = session
  return (
    <>
      <MonitorSmartphone aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{deviceOf(session)}</p>
        <p className="figures text-sm text-ink-soft">
          Logged in {shortDate(started_at)}, {clockTime(started_at)}
        </p>
        {is_current ? null : (
          <p className="figures text-sm text-ink-soft">
            Last used <TimeAgo iso={last_used_at} />
          </p>
        )}
      </div>
    </>
  )
}

function deviceOf({ device }: OwnSession): string {
  return device || 'Unknown device'
}

function NotLoaded() {
  const { state, revalidate } = useRevalidator()
  return (
    <div className="flex flex-col items-start gap-4">
      <Message kind="failure" announced={false}>
        Your sessions could not be loaded.
      </Message>
      <Button variant="secondary" busy={state === 'loading' && 'Loading...'} onClick={revalidate}>
        Try Again
      </Button>
    </div>
  )
}

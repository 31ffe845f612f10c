import { Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Event } from '#contract/events/events.ts'
import { useNow } from '#web/lib/clock/now.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useAwaitsOwn } from '#web/lib/session/own-data.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { NeedsScript } from '#web/ui/display/needs-script.tsx'
import { Skeleton } from '#web/ui/display/skeleton.tsx'
import { useHeldTicket } from './held-ticket.ts'
import { standingOf } from './standing.ts'
import { UnapplyDialog } from './unapply-dialog.tsx'
import { useApplication } from './use-application.ts'

/** Applies for the event or takes it back, leads to the ticket, or says why neither is possible now. */
export function ApplyButton({ event }: { event: Event }) {
  const now = useNow()
  const awaited = useAwaitsOwn(event.user_engaged)
  if (now === null || awaited) {
    return (
      <>
        <Skeleton className="h-11 w-full noscript:hidden" />
        <NeedsScript>To apply, turn on JavaScript in your browser.</NeedsScript>
      </>
    )
  }
  return <Application event={event} now={now} />
}

function Application({ event, now }: { event: Event; now: number }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const { busy, apply, unapply } = useApplication(event.id)
  const holds = event.user_engaged.is_applied
  const ticket = useHeldTicket(session?.id ?? null, event.id, holds)
  const [asking, setAsking] = useState(false)
  const { can, why } = standingOf(event, session?.id ?? null, now)
  const place = useKeptFocus(!busy && !asking, can)

  async function handleUnapply() {
    await unapply()
    setAsking(false)
  }

  return (
    <div {...place} tabIndex={-1} className="flex flex-col gap-3 rounded-md outline-none">
      {why ? (
        <p className="flex items-start gap-2 rounded-md bg-sunken px-4 py-2.5 text-ink-soft">
          <Info aria-hidden className="mt-1 size-5 shrink-0" />
          {why}
        </p>
      ) : null}
      {can === 'apply' && session === null ? (
        <ButtonLink to={loginPath(pathname + search)} wide>
          Apply Now
        </ButtonLink>
      ) : null}
      {can === 'apply' && session !== null ? (
        <Button wide busy={busy} onClick={apply}>
          Apply Now
        </Button>
      ) : null}
      {holds ? (
        <ButtonLink to={ticket ? `/virtual-ticket/${ticket.id}` : '/my-tickets'} wide>
          View Ticket
        </ButtonLink>
      ) : null}
      {can === 'unapply' ? (
        <Button variant="secondary" wide busy={busy} onClick={() => setAsking(true)}>
          Unapply
        </Button>
      ) : null}
      <UnapplyDialog
        open={asking}
        event={event}
        ticket={ticket}
        busy={busy}
        onConfirm={handleUnapply}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** A button gives way to another one, or to none, because it was pressed or because the event has changed: keeps the
 *  keyboard's place here once all is `settled`, and when what one `can` do changes. */
function useKeptFocus(settled: boolean, can: string | null) {
  const ref = useRef<HTMLDivElement>(null)
  const isWithin = useRef(false)
  const wasSettled = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `can` says that the buttons have changed.
  useEffect(() => {
    const isLost = document.activeElement === document.body && (isWithin.current || !wasSettled.current)
    if (settled && isLost) ref.current?.focus({ preventScroll: true })
    wasSettled.current = settled
  }, [settled, can])
  return {
    ref,
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: () => {
      isWithin.current = false
    },
  }
}

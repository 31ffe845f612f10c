import { Hourglass } from 'lucide-react'
import { type Ref, useEffect } from 'react'
import type { LiveState } from '#contract/events/application.ts'
import { paths } from '#contract/paths.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { facts, timeLeft } from '#web/features/tickets/application-status.tsx'
import { useServerNow } from '#web/lib/clock.ts'
import { dismissNotice, readNotices } from '#web/lib/notices/notice.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ReachBar } from '#web/ui/controls/reach-bar.tsx'
import { classes } from '#web/ui/display/classes.ts'

interface ApplicationPanelProps {
  state: LiveState
  /** Null while it is not loaded or cannot be loaded. */
  ticket: Ticket | null
  /** The place in line as it was announced; null where the ticket's own counts. */
  position: number | null
  /** Takes the focus once somebody has applied. */
  heading: Ref<HTMLHeadingElement>
}

/** The application, where Apply Now was, until it is a ticket. */
export function ApplicationPanel({ state, ticket, position, heading }: ApplicationPanelProps) {
  const now = useServerNow()
  const told = ticket?.status === state ? facts({ ...ticket, position: position ?? ticket.position }, now) : []
  const left = ticket?.status === 'UNPAID' ? timeLeft(ticket.pay_by, now) : null

  return (
    <section aria-label="Your Application" className="flex flex-col gap-3 rounded-md bg-accent-soft p-4">
      <SaidMeanwhile key={state} />
      <div className="flex items-start gap-3">
        <Hourglass aria-hidden className="mt-0.5 size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            Your Application
          </h3>
          {/* Its line is kept while it is loaded. */}
          <p className="figures min-h-[1lh] text-ink-soft">{told.join(' ')}</p>
        </div>
      </div>
      {ticket ? (
        <div className="flex flex-wrap gap-2">
          {state === 'UNPAID' ? (
            // On phones the bar has left this row.
            <div className={classes('flex-auto', left !== null && 'max-md:not-short:contents')}>
              <ReachBar inReach={left !== null} first={left ?? ''} second="to pay for your seat">
                <ButtonLink to={paths.pay(ticket.id)} wide>
                  Pay now
                </ButtonLink>
              </ReachBar>
            </div>
          ) : null}
          <ButtonLink to={paths.virtualTicket(ticket.id)} variant="secondary" className="flex-auto">
            View Application
          </ButtonLink>
        </div>
      ) : null}
    </section>
  )
}

/** What was said when the application came to its state is no news after it. */
function SaidMeanwhile() {
  useEffect(() => {
    const said = readNotices().filter(({ kind }) => kind === 'success')
    return () => {
      for (const { id } of said) dismissNotice(id)
    }
  }, [])
  return null
}

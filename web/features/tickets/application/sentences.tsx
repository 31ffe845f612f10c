import type { Ticket } from '#contract/tickets/tickets.ts'
import { useServerNow } from '#web/lib/clock.ts'
import { nextSteps } from './next-step.ts'

/** What has become of an application, as sentences below one another. */
export function Sentences({ ticket }: { ticket: Ticket }) {
  const now = useServerNow()
  return (
    <div className="figures flex flex-col gap-1">
      {nextSteps(ticket, now).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}

/** What the organizer wrote to one applicant. */
export function OrganizersWord({ children }: { children: string }) {
  return (
    <figure className="rounded-md bg-sunken px-4 py-3">
      <figcaption className="text-sm text-ink-soft">The organizer writes:</figcaption>
      <blockquote className="wrap-anywhere whitespace-pre-line">{children}</blockquote>
    </figure>
  )
}

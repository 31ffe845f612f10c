import type { ReactNode } from 'react'
import { classes } from '#web/ui/display/classes.ts'

/** One line of a ticket, inside a <dl>: 'Ticket Number: K7PM-3QXA'. */
export function TicketFact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={classes('min-w-0', className)}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  )
}

import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Message } from '#web/ui/display/message.tsx'
import { refundsWords } from './attention.ts'
import type { RefundsDue } from './load-own-events.ts'

/** The events that owe refunds and have no card on this page: those that were called off have one on none. */
export function RefundsDueNote({ owing }: { owing: RefundsDue[] }) {
  if (owing.length === 0) return null
  return (
    <div className="mb-6">
      <Message kind="info" announced={false}>
        <p>You have refunds to pay.</p>
        <ul aria-label="Refunds due">
          {owing.map(({ event_id, event_name, refunds_due }) => (
            <li key={event_id}>
              <Link
                to={paths.refunds(event_id)}
                className="inline-flex min-h-11 flex-wrap items-center gap-x-2 underline underline-offset-4"
              >
                <span className="font-medium wrap-anywhere">{event_name}</span>
                <span className="figures">{refundsWords(refunds_due)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Message>
    </div>
  )
}

import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { withQuestion } from '#contract/events/event-link.ts'
import { applyToEvent, cancelTicket } from '#contract/tickets/tickets.ts'
import { ApiError, isSilence, serverWords } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'
import { findHeldTicket } from './held-ticket.ts'

export type Busy = 'Applying...' | 'Unapplying...' | false

/** Applies for an event, or gives the ticket back. `busy` lasts until the page shows the new state, also after a
 *  refusal, because the page was out of date. */
export function useApplication(eventId: number) {
  const [busy, setBusy] = useState<Busy>(false)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  async function run({ doing, deed, holds, success, failure }: Doing) {
    setBusy(doing)
    try {
      await deed().catch(async (error) => {
        if (!isSilence(error) || (await holdsTicket(eventId)) !== holds) throw error
      })
      notify.success(success)
      await revalidate()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        return navigate(loginPath(withQuestion(pathname + search, holds)))
      notify.failure(serverWords(error) ?? failure)
      // Without an answer there is nothing newer to show, and a failed reload would replace the page.
      if (!isSilence(error)) await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    apply: () =>
      run({
        doing: 'Applying...',
        deed: () => call(applyToEvent, { params: { eventId } }),
        holds: true,
        success: 'Event applied successfully!',
        failure: 'Failed to apply for the event.',
      }),
    unapply: () =>
      run({
        doing: 'Unapplying...',
        deed: () => cancelHeld(eventId),
        holds: false,
        success: 'You have successfully unapplied from the event!',
        failure: 'Failed to unapply from the event.',
      }),
  }
}

interface Doing {
  doing: Busy
  deed: () => Promise<unknown>
  /** Whether the user holds a ticket after success: checked when the answer was lost. */
  holds: boolean
  success: string
  failure: string
}

/** Null where the server does not answer this either. */
async function holdsTicket(eventId: number): Promise<boolean | null> {
  const session = readSession()
  if (session === null) return null
  return findHeldTicket(session.id, eventId).then(
    (ticket) => ticket !== null,
    () => null,
  )
}

/** Loads the ticket again first: the user may have unapplied and applied again elsewhere since. */
async function cancelHeld(eventId: number) {
  const session = readSession()
  if (session === null) throw new ApiError('not_signed_in')
  const ticket = await findHeldTicket(session.id, eventId)
  if (ticket === null) throw new ApiError('ticket_not_active')
  await call(cancelTicket, { params: { ticketId: ticket.id } })
}

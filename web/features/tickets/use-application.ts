import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { applyToEvent, cancelTicket } from '#contract/tickets.ts'
import { ApiError, serverWords } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { loginPath } from '#web/lib/login-path.ts'
import { notify } from '#web/lib/notice.tsx'
import { readSession } from '#web/lib/session.ts'
import { findHeldTicket } from './held-ticket.ts'

export type Busy = 'Applying...' | 'Unapplying...' | false

/** Applies for an event and takes it back. Busy until the page shows what holds now, also after a refusal: the page was old. */
export function useApplication(eventId: number) {
  const [busy, setBusy] = useState<Busy>(false)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  async function run(doing: Busy, deed: () => Promise<unknown>, said: { success: string; failure: string }) {
    setBusy(doing)
    try {
      await deed()
      notify.success(said.success)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return navigate(loginPath(pathname + search))
      notify.failure(serverWords(error) ?? said.failure)
    } finally {
      await revalidate()
      setBusy(false)
    }
  }

  return {
    busy,
    apply: () =>
      run('Applying...', () => call(applyToEvent, { params: { eventId } }), {
        success: 'Event applied successfully!',
        failure: 'Failed to apply for the event.',
      }),
    unapply: () =>
      run('Unapplying...', () => cancelHeld(eventId), {
        success: 'You have successfully unapplied from the event!',
        failure: 'Failed to unapply from the event.',
      }),
  }
}

/** Asks anew which ticket it is: since the page came up one may have unapplied and applied again elsewhere. */
async function cancelHeld(eventId: number) {
  const session = readSession()
  if (session === null) throw new ApiError('not_signed_in')
  const ticket = await findHeldTicket(session.id, eventId)
  if (ticket === null) throw new ApiError('ticket_not_active')
  await call(cancelTicket, { params: { ticketId: ticket.id } })
}

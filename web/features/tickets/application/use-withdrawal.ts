import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { cancelTicket } from '#contract/tickets/tickets.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** Gives up what is no ticket yet. `busy` lasts until the page shows what has become of it. */
export function useWithdrawal(ticketId: number) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function withdraw() {
    setBusy(true)
    try {
      await call(cancelTicket, { params: { ticketId } })
      notify.success('You have withdrawn from this event.')
      await revalidate()
    } catch (error) {
      notify.failure(messageOf(error, 'Failed to withdraw from the event.'))
    } finally {
      setBusy(false)
    }
  }

  return { busy, withdraw }
}

import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveState } from '#contract/events/application.ts'
import { cancelTicket } from '#contract/tickets/tickets.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** Gives up what is no ticket yet, in the state that its holder saw. `busy` lasts until the page shows what has become of it. */
export function useWithdrawal(ticketId: number) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function withdraw(state: LiveState) {
    setBusy(true)
    try {
      await call(cancelTicket, { params: { ticketId }, query: { state } })
      notify.success('You have withdrawn from this event.')
      await revalidate()
    } catch (error) {
      const words = messageOf(error, 'Failed to withdraw from the event.')
      if (!(error instanceof ApiError && error.code === 'application_changed')) return notify.failure(words)
      // What has come instead is no failure.
      notify.success(words)
      await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return { busy, withdraw }
}

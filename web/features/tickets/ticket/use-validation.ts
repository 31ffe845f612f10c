import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { showTicket } from '#contract/tickets/tickets.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { invalidSentences } from './status.ts'

const noNetwork = 'Validating a ticket needs a network. At the door its QR code can be checked without one.'

/** Asks the server whether a ticket lets its holder in now, and shows the answer. */
export function useValidation(ticketId: number) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function validate() {
    setBusy(true)
    try {
      const { status } = await call(showTicket, { params: { ticketId } })
      if (status === 'ACTIVE') notify.success('This ticket is valid for the event.')
      else notify.failure(invalidSentences[status])
      await revalidate()
    } catch (error) {
      const silent = error instanceof ApiError && error.code === 'no_answer'
      notify.failure(silent ? noNetwork : messageOf(error, 'This ticket could not be checked. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  return { busy, validate }
}

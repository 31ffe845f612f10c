import { useState } from 'react'
import { listRefunds, markRefunded, type Refund } from '#contract/tickets/refunds.ts'
import { isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** The most that one call marks. */
const most = 1_000

/** The refunds of an event, and the question that is asked before some of them are marked as done. `onMarked` is called once
 *  they are. */
export function useRefunds(eventId: number, first: Refund[], onMarked: () => void) {
  const [refunds, setRefunds] = useState(first)
  const [asked, setAsked] = useState<Refund[] | null>(null)
  const [busy, setBusy] = useState(false)
  const params = { eventId }

  async function reload() {
    // The list from before stays where the new one does not come.
    const fresh = await call(listRefunds, { params }).catch(() => null)
    if (fresh) setRefunds(fresh)
  }

  async function confirm() {
    if (asked === null) return
    setBusy(true)
    try {
      const applications = asked.map(({ application_id }) => application_id)
      setRefunds(await call(markRefunded, { params, body: { applications } }))
      setAsked(null)
      notify.success(asked.length === 1 ? '1 refund was marked.' : `${asked.length} refunds were marked.`)
      onMarked()
    } catch (error) {
      notify.failure(messageOf(error, 'This could not be marked as refunded. Please try again.'))
      // It was marked elsewhere, or its slip was refused: what is shown is old.
      if (!isSilence(error)) {
        setAsked(null)
        await reload()
      }
    }
    setBusy(false)
  }

  return {
    refunds,
    asked,
    busy,
    ask: (some: Refund[]) => setAsked(some.slice(0, most)),
    confirm,
    reload,
    close: () => setAsked(null),
  }
}

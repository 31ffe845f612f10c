import { useState } from 'react'
import { listRefunds, markRefunded, type Refund, undoRefunded } from '#contract/tickets/refunds.ts'
import { isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** The most that one call marks. */
const most = 1_000

/** What the owner is asked before refunds are marked as done, or the mark of one is taken back. */
export interface Asked {
  refunds: Refund[]
  undoes: boolean
}

/** The refunds of an event, and the question that is asked before some of them are marked as done, or one no more. `onMarked` is
 *  called once they are. */
export function useRefunds(eventId: number, first: Refund[], onMarked: () => void) {
  const [refunds, setRefunds] = useState(first)
  const [asked, setAsked] = useState<Asked | null>(null)
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
      setRefunds(await sent(asked))
      setAsked(null)
      notify.success(doneWords(asked))
      onMarked()
    } catch (error) {
      const failure = asked.undoes
        ? 'This could not be marked as not refunded. Please try again.'
        : 'This could not be marked as refunded. Please try again.'
      notify.failure(messageOf(error, failure))
      // It was marked elsewhere, or its slip was refused: what is shown is old.
      if (!isSilence(error)) {
        setAsked(null)
        await reload()
      }
    }
    setBusy(false)
  }

  function sent({ refunds, undoes }: Asked): Promise<Refund[]> {
    const [only] = refunds
    if (undoes && only?.refunded_at) {
      const body = { application: only.application_id, refunded_at: only.refunded_at }
      return call(undoRefunded, { params, body })
    }
    const applications = refunds.map(({ application_id }) => application_id)
    return call(markRefunded, { params, body: { applications } })
  }

  return {
    refunds,
    asked,
    busy,
    ask: (some: Refund[]) => setAsked({ refunds: some.slice(0, most), undoes: false }),
    askToUndo: (one: Refund) => setAsked({ refunds: [one], undoes: true }),
    confirm,
    reload,
    close: () => setAsked(null),
  }
}

function doneWords({ refunds, undoes }: Asked): string {
  if (undoes) return '1 refund is due again.'
  return refunds.length === 1 ? '1 refund was marked.' : `${refunds.length} refunds were marked.`
}

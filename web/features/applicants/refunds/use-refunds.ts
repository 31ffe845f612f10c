import { useState } from 'react'
import { listRefunds, markRefunded, type Refund, undoRefunded } from '#contract/tickets/refunds.ts'
import { isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

const number = new Intl.NumberFormat('en-US')

/** The most that one call marks. */
const most = 1_000

/** A refund that is marked as done. */
export type DoneRefund = Refund & { refunded_at: string }

/** What the owner is asked about: refunds that are to be marked as done, or one whose mark is to be taken back. */
export type Asked = { marks: Refund[] } | { undoes: DoneRefund }

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
      const failure =
        'undoes' in asked
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

  function sent(asked: Asked): Promise<Refund[]> {
    if ('undoes' in asked) {
      const { application_id: application, refunded_at } = asked.undoes
      return call(undoRefunded, { params, body: { application, refunded_at } })
    }
    const applications = asked.marks.map(({ application_id }) => application_id)
    return call(markRefunded, { params, body: { applications } })
  }

  return {
    refunds,
    asked,
    busy,
    ask: (some: Refund[]) => setAsked({ marks: some.slice(0, most) }),
    askToUndo: (one: DoneRefund) => setAsked({ undoes: one }),
    confirm,
    reload,
    close: () => setAsked(null),
  }
}

function doneWords(asked: Asked): string {
  if ('undoes' in asked) return '1 refund is due again.'
  const { length } = asked.marks
  return length === 1 ? '1 refund was marked.' : `${number.format(length)} refunds were marked.`
}

import { useState } from 'react'
import { endTicketFeed, renewTicketFeed, showTicketFeed, type TicketFeed } from '#contract/tickets/tickets.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** The address of one's own ticket calendar: null until it is loaded, '' where there is none. `renew` and `end`
 *  say what came of it, and answer whether it was done. */
export function useTicketFeed() {
  const [path, setPath] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function load() {
    setProblem(null)
    try {
      setPath((await call(showTicketFeed)).path)
    } catch (error) {
      setProblem(messageOf(error, 'The calendar address could not be read.'))
    }
  }

  async function change(request: () => Promise<TicketFeed>, done: string, failed: string): Promise<boolean> {
    setBusy(true)
    try {
      setPath((await request()).path)
      notify.success(done)
      return true
    } catch (error) {
      notify.failure(messageOf(error, failed))
      return false
    } finally {
      setBusy(false)
    }
  }

  const renew = () =>
    change(() => call(renewTicketFeed), 'Your calendar has a new address.', 'The calendar address could not be made.')
  const end = () =>
    change(
      () => call(endTicketFeed),
      'Your calendar feed is switched off.',
      'The calendar feed could not be switched off.',
    )

  return { path, problem, busy, load, renew, end }
}

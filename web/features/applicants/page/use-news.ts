import { useEffect, useRef, useState } from 'react'
import type { Event } from '#contract/events/events.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { type ApplicantCounts, countApplications } from '#contract/tickets/applicants.ts'
import { call } from '#web/lib/api/call.ts'
import { followSoon } from '#web/lib/live/follow-soon.ts'

/** In a rush the list is loaded again at most once in this time, in milliseconds. */
const pace = 2_000

/** The numbers of an event's applications and seats, as they change while the page is open. `first` is null where they could
 *  not be counted. `onNews` is called when somebody has applied, withdrawn, sent a slip or been decided about. */
export function useNews(event: Event, first: ApplicantCounts | null, onNews: () => void) {
  const { id } = event
  const [counts, setCounts] = useState(first)
  const [live, setLive] = useState<LiveEvent | null>(null)
  const told = useRef<string | null>(null)
  const heard = useRef(onNews)
  useEffect(() => {
    heard.current = onNews
  })

  async function recount() {
    // The old numbers stay where the new ones do not come.
    const fresh = await call(countApplications, { params: { eventId: id } }).catch(() => null)
    if (fresh) setCounts(fresh)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `recount` changes with the event alone.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = followSoon(
      { eventId: id, link: undefined },
      {
        onEvent(news) {
          setLive(news)
          const { current_attendees, waiting, to_approve, to_pay, slips } = news
          const numbers = [current_attendees, waiting, to_approve, to_pay, slips].join()
          const isNews = told.current !== null && told.current !== numbers
          told.current = numbers
          if (!isNews || timer !== undefined) return
          timer = setTimeout(() => {
            timer = undefined
            heard.current()
            void recount()
          }, pace)
        },
        onGone: () => undefined,
        onRefused: () => undefined,
      },
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [id])

  return { counts, seats: live ?? event, recount }
}

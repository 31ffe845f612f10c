import { useEffect, useState } from 'react'
import { listApplicants } from '#contract/tickets/applicants.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { callCounted } from '#web/lib/api/call.ts'

/** How many applied for an event, for those who may know; 0 for others. Asked anew when `seats` changes. */
export function useApplicantCount(eventId: number, allowed: boolean, seats: number): number {
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of seats means another number of applicants.
  useEffect(() => {
    if (!allowed) return
    let gone = false
    callCounted(listApplicants, { params: { eventId }, query: { limit: 1 } }).then(
      ({ total }) => {
        if (!gone) setCount(total)
      },
      (error) => {
        // The list is an extra: the page is whole without it (specification, section 8).
        if (error instanceof ApiError && error.status === 403) console.warn(error.message)
      },
    )
    return () => {
      gone = true
    }
  }, [eventId, allowed, seats])
  return allowed ? count : 0
}

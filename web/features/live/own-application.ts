import type { LiveState } from '#contract/events/application.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { tellOwn } from './news.ts'

/** The reader's own application as it was loaded. */
export type Followed = Pick<Ticket, 'event_id' | 'position' | 'slip'> & { status: LiveState }

type Announced = Pick<LiveEvent, 'ticket' | 'slip'>

const refusedWords = 'The organizer did not accept your slip.'

/** Tells the reader what becomes of their application, or of its slip, also where they have scrolled away from it: call it with
 *  each announcement. Each is compared with the one before, and the first with what was loaded before it. What is loaded
 *  later may be newer than the last announcement, which then says nothing new. */
export function tellerOf({ status, slip }: Followed): (live: Announced) => void {
  let before: Announced = { ticket: status, slip: slip?.state ?? null }
  return (live) => {
    tellOwn(before.ticket, live.ticket)
    if (before.slip === 'in_review' && live.slip === 'refused') notify.failure(refusedWords, { needsNetwork: false })
    before = live
  }
}

/** Whether the state that is announced is another one than that of the loaded application, or its slip's. */
export function isOld({ status, slip }: Followed, live: Announced): boolean {
  return live.ticket !== status || (status === 'UNPAID' && live.slip !== (slip?.state ?? null))
}

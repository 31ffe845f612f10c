import { useState } from 'react'
import { ApiError, isSilence, messageOf } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { deeds } from './deeds.ts'
import type { DeedName } from './next-step.ts'

/** What the owner is asked before it is done. */
export interface Asked {
  deed: DeedName
  /** The rows of the applications. */
  applications: number[]
  /** How many seats are free, once there turned out to be fewer than applications. */
  seatsFree: number | null
}

/** Asks before each decision about applications, makes it, and calls `onDecided` with the rows that it changed when the
 *  list is another by it. */
export function useDecision(eventId: number, onDecided: (applications: number[]) => void) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)

  async function decide(word: string) {
    if (asked === null) return
    const { deed, applications, seatsFree } = asked
    setBusy(true)
    try {
      const decided = await deeds[deed].send(eventId, { applications, word, first: seatsFree !== null })
      setAsked(null)
      notify.success(deeds[deed].done(decided.applications.length))
      onDecided(decided.applications)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'seats_not_enough') {
        setAsked({ ...asked, seatsFree: error.seatsFree ?? 0 })
      } else {
        notify.failure(messageOf(error, deeds[deed].failure))
        // Somebody else has decided, or the event is over: what is shown is old.
        if (!isSilence(error)) onDecided([])
      }
    }
    setBusy(false)
  }

  return {
    asked,
    busy,
    ask: (deed: DeedName, applications: number[]) => setAsked({ deed, applications, seatsFree: null }),
    decide,
    close: () => setAsked(null),
  }
}

export type Decision = ReturnType<typeof useDecision>

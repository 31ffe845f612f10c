import { useCallback, useEffect, useState } from 'react'
import {
  type DoorEntry,
  type DoorProgress,
  listDoorEntries,
  showDoorProgress,
} from '#contract/tickets/door-progress.ts'
import { callDoor } from '#web/features/door/phone/call-door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { messageOf } from '#web/lib/api/api-error.ts'

export interface Progress {
  progress: DoorProgress
  /** The newest entries, of all phones. */
  entries: DoorEntry[]
}

/** The figures of an event's doors, read again with all news of the door; null until they are read the first time. */
export function useProgress({ snapshot: { event_id, cursor, checked_in } }: DoorState) {
  const [known, setKnown] = useState<Progress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const load = useCallback(async () => {
    const params = { eventId: String(event_id) }
    try {
      const [progress, entries] = await Promise.all([
        callDoor({ secret: null }, showDoorProgress, { params }),
        callDoor({ secret: null }, listDoorEntries, { params, query: {} }),
      ])
      setKnown({ progress, entries })
      setProblem(null)
    } catch (error) {
      setProblem(messageOf(error, 'The progress at the doors could not be read.'))
    }
  }, [event_id])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor changes with every refresh, the count with every entry.
  useEffect(() => void load(), [load, cursor, checked_in])

  return { known, problem, load }
}

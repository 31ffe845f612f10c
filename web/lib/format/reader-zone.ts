import { useSyncExternalStore } from 'react'
import { eventZone } from '#contract/dates.ts'

const never = () => () => {}

/** The reader's own time zone; during hydration the event's, so that the first text equals the server's. */
export function useReaderZone(): string {
  return useSyncExternalStore(never, ownZone, () => eventZone)
}

function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  // Some browsers give this value when the device names no zone; no formatter accepts it.
  return timeZone === 'Etc/Unknown' ? eventZone : timeZone
}

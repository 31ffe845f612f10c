import { useSyncExternalStore } from 'react'
import { eventZone } from '#contract/dates.ts'

const never = () => () => {}

/** The reader's own time zone; the event's while hydrating, so that the first text equals the server's. */
export function useReaderZone(): string {
  return useSyncExternalStore(never, ownZone, () => eventZone)
}

function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  // What some browsers say when the device does not tell; no formatter takes it.
  return timeZone === 'Etc/Unknown' ? eventZone : timeZone
}

import type { ReactNode } from 'react'
import { eventZoneName, zoneNote } from '#contract/dates.ts'
import { useHydrated } from '#web/lib/hydrated.ts'

interface ZoneNoteProps {
  /** The date to compare at, because daylight saving time changes the difference. */
  iso: string
  children: (zone: string) => ReactNode
}

/** Shown if the viewer's time zone differs from the event's. Reserves its space from the first paint. */
export function ZoneNote({ iso, children }: ZoneNoteProps) {
  const hydrated = useHydrated()
  if (!hydrated) return <span className="hidden elsewhere:inline">{children(eventZoneName)}</span>
  const zone = zoneNote(iso)
  return zone ? <span>{children(zone)}</span> : null
}

import type { ReactNode } from 'react'
import { eventZoneName, zoneNote } from '#contract/dates.ts'
import { useViewerZone } from '#web/lib/format/dates.ts'
import { useHydrated } from '#web/lib/page/hydrated.ts'

interface ZoneNoteProps {
  /** The moment, because the difference between zones changes with summer time. */
  iso: string
  children: (zone: string) => ReactNode
}

/** A note for readers in another time zone than the event's. Its space is reserved from the first paint, so that
 *  nothing moves. */
export function ZoneNote({ iso, children }: ZoneNoteProps) {
  const zone = zoneNote(iso, useViewerZone())
  const hydrated = useHydrated()
  if (!hydrated) return <span className="hidden elsewhere:inline">{children(eventZoneName)}</span>
  return zone ? <span>{children(zone)}</span> : null
}

import type { ReactNode } from 'react'
import { eventZoneName, zoneNote } from '#contract/dates.ts'
import { useReaderZone } from '#web/lib/format/reader-zone.ts'
import { useHydrated } from '#web/lib/page/hydrated.ts'

interface ZoneNoteProps {
  /** When it is: summer time comes and goes. */
  iso: string
  children: (zone: string) => ReactNode
}

/** For readers whose clock differs from the event's. In its place from the first paint, so that nothing moves. */
export function ZoneNote({ iso, children }: ZoneNoteProps) {
  const zone = zoneNote(iso, useReaderZone())
  const hydrated = useHydrated()
  if (!hydrated) return <span className="hidden elsewhere:inline">{children(eventZoneName)}</span>
  return zone ? <span>{children(zone)}</span> : null
}

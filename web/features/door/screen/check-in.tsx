import type { OpenedDoor } from '#web/features/door/phone/open-door.ts'
import { useKeptPage } from '#web/lib/offline/offline.ts'
import { DoorClosed } from './door-closed.tsx'
import { Scanner } from './scanner.tsx'
import { useDoor } from './use-door.ts'

/** An event's door on this phone. */
export function CheckIn({ opened }: { opened: OpenedDoor }) {
  const { door, state } = useDoor(opened)
  useKeptPage(opened.online)
  return state.closed ? (
    <DoorClosed error={state.closed} eventId={door.eventId} />
  ) : (
    <Scanner door={door} state={state} />
  )
}

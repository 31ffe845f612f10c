import { CloudOff, TriangleAlert, Volume2, VolumeX, Wifi } from 'lucide-react'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isInside } from '#web/features/door/phone/kept-scan.ts'
import { LeaveDoor } from '#web/features/door/tool/leave-door.tsx'
import { StateLine } from '#web/features/door/tool/state-line.tsx'
import type { Awake } from '#web/features/door/tool/use-awake.ts'
import type { Sound } from '#web/features/door/tool/use-sound.ts'
import { Badge } from '#web/ui/display/badge.tsx'

interface DoorHeaderProps {
  state: DoorState
  doubleEntries: number
  sound: Sound
  awake: Awake
  /** Where leaving leads to. */
  wayOut: string
}

/** The event's name, how many people are inside, whether the phone works without the server, and the way out. */
export function DoorHeader({ state, doubleEntries, sound, awake, wayOut }: DoorHeaderProps) {
  const { snapshot, scans } = state
  const inside = snapshot.checked_in + scans.filter(isInside).length
  const waiting = scans.filter((scan) => scan.waiting).length
  return (
    <header className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 sm:mb-6">
      <LeaveDoor to={wayOut} waiting={waiting} />
      {/* A new line on a phone. */}
      <span aria-hidden className="order-2 w-full sm:hidden" />
      <div className="order-3 flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 sm:order-none sm:ml-3">
        <h1 className="shrink-0 text-lg sm:text-2xl">Check in</h1>
        <p className="line-clamp-1 min-w-0 text-sm wrap-anywhere text-ink-soft sm:text-base">{snapshot.event_name}</p>
      </div>
      <p className="figures ml-auto text-right leading-tight">
        <span className="text-2xl font-semibold">{inside}</span>
        <span className="text-lg text-ink-soft"> / {snapshot.held}</span>
        <span className="block text-xs text-ink-soft">checked in / held</span>
      </p>
      <button
        type="button"
        className="icon-button order-4 size-12 -mr-2 sm:order-none"
        aria-label="Sound"
        aria-pressed={!sound.muted}
        onClick={sound.toggleMuted}
        title={sound.muted ? 'Turn sound on' : 'Turn sound off'}
      >
        {sound.muted ? <VolumeX aria-hidden className="size-6" /> : <Volume2 aria-hidden className="size-6" />}
      </button>
      <div className="order-5 flex w-full flex-wrap items-center gap-x-3 gap-y-1">
        <Connection online={state.online} waiting={waiting} />
        {/* The list of double entries may be below the camera, out of sight. */}
        {doubleEntries > 0 ? (
          <Badge tone="danger">
            <TriangleAlert aria-hidden className="size-4" />
            {doubleEntries === 1 ? '1 double entry' : `${doubleEntries} double entries`}
          </Badge>
        ) : null}
        <StateLine sound={sound} awake={awake} />
      </div>
    </header>
  )
}

function Connection({ online, waiting }: { online: boolean; waiting: number }) {
  const Icon = online ? Wifi : CloudOff
  return (
    <div role="status" className="flex">
      <Badge tone={online ? 'success' : 'warning'}>
        <Icon aria-hidden className="size-4" />
        {online ? 'Online' : 'Offline'}
        {waiting > 0 ? `: ${waiting === 1 ? '1 scan waits' : `${waiting} scans wait`} to be sent` : null}
      </Badge>
    </div>
  )
}

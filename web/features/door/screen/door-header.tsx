import { CloudOff, TriangleAlert, Volume2, VolumeX, Wifi } from 'lucide-react'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isInside } from '#web/features/door/phone/kept-scan.ts'
import { Badge } from '#web/ui/display/badge.tsx'

interface DoorHeaderProps {
  state: DoorState
  doubleEntries: number
  muted: boolean
  onMute: () => void
}

/** The event's name, how many people are inside, and whether the phone works without the server. */
export function DoorHeader({ state, doubleEntries, muted, onMute }: DoorHeaderProps) {
  const { snapshot, scans } = state
  const inside = snapshot.checked_in + scans.filter(isInside).length
  return (
    <header className="mb-3 flex flex-wrap items-start gap-x-2 gap-y-1 sm:mb-6">
      <div className="min-w-0 flex-1">
        <h1 className="text-lg sm:text-2xl">Check in</h1>
        <p className="truncate text-sm text-ink-soft sm:text-base">{snapshot.event_name}</p>
      </div>
      <p className="figures text-right leading-tight">
        <span className="text-2xl font-semibold">{inside}</span>
        <span className="text-lg text-ink-soft"> / {snapshot.held}</span>
        <span className="block text-xs text-ink-soft">checked in / held</span>
      </p>
      <button
        type="button"
        className="icon-button -mr-2"
        aria-label="Sound"
        aria-pressed={!muted}
        onClick={onMute}
        title={muted ? 'Sound is off' : 'Sound is on'}
      >
        {muted ? <VolumeX aria-hidden className="size-6" /> : <Volume2 aria-hidden className="size-6" />}
      </button>
      <div className="flex w-full flex-wrap gap-2">
        <Connection online={state.online} waiting={scans.filter(({ waiting }) => waiting).length} />
        {/* The list of double entries may be below the camera, out of sight. */}
        {doubleEntries > 0 ? (
          <Badge tone="danger">
            <TriangleAlert aria-hidden className="size-4" />
            {doubleEntries === 1 ? '1 double entry' : `${doubleEntries} double entries`}
          </Badge>
        ) : null}
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

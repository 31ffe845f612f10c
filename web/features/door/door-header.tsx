import { CloudOff, LogOut, TriangleAlert, Volume2, VolumeX, Wifi } from 'lucide-react'
import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import type { EventRole } from '#contract/endpoint.ts'
import { teamHome } from '#contract/events/event-links.ts'
import { paths } from '#contract/paths.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { isUnsentEntry } from '#web/features/door/phone/scan.ts'
import { plural } from '#web/lib/format/numbers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import type { ScreenLock, Sound } from './sound-and-screen.ts'

interface DoorHeaderProps {
  state: DoorState
  doubleEntries: number
  sound: Sound
  screen: ScreenLock
  /** The path that leaving goes to. */
  wayOut: string
}

/** The event's name, the number of people inside, the connection, and the way out. */
export function DoorHeader({ state, doubleEntries, sound, screen, wayOut }: DoorHeaderProps) {
  const { snapshot, scans } = state
  const inside = snapshot.checked_in + scans.filter(isUnsentEntry).length
  const waiting = scans.filter((scan) => scan.waiting).length
  return (
    <header className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 sm:mb-6">
      <LeaveDoor to={wayOut} waiting={waiting} />
      {/* Breaks the line on a phone. */}
      <span aria-hidden className="order-2 w-full sm:hidden" />
      <div className="order-3 flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 sm:order-none sm:ml-3">
        <h1 className="shrink-0 text-lg sm:text-2xl">Check in</h1>
        <p className="line-clamp-1 min-w-0 text-sm wrap-anywhere text-ink-soft sm:text-base">{snapshot.event_name}</p>
      </div>
      <p className="figures ml-auto text-right leading-tight">
        <span className="text-2xl font-semibold">{inside}</span>
        <span className="text-lg text-ink-soft"> / {snapshot.held}</span>
        <span className="block text-xs text-ink-soft">checked in / tickets</span>
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
        {/* The list of double entries may be hidden below the camera. */}
        {doubleEntries > 0 ? (
          <Badge tone="danger">
            <TriangleAlert aria-hidden className="size-4" />
            {plural(doubleEntries, 'double entry', 'double entries')}
          </Badge>
        ) : null}
        <StateLine sound={sound} screen={screen} />
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
        {waiting > 0 ? `: ${plural(waiting, 'scan')} waiting to be sent` : null}
      </Badge>
    </div>
  )
}

interface LeaveDoorProps {
  /** A path. */
  to: string
  /** The number of scans still to be sent. */
  waiting: number
}

/** The only way out of the door. Asks for confirmation, as does the Back button. While scans wait to be sent, the
 *  browser asks before it closes the page. */
function LeaveDoor({ to, waiting }: LeaveDoorProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
  const navigate = useNavigate()
  const isWaiting = waiting > 0

  useEffect(() => {
    if (!isWaiting) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWaiting])

  return (
    <>
      <Button variant="secondary" className="min-h-12 px-4" onClick={() => void navigate(to)}>
        <LogOut aria-hidden className="size-5" />
        Leave check-in
      </Button>
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title="Leave check-in?"
        confirmLabel="Leave"
        keepLabel="Stay"
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        <p>{consequence(waiting)}</p>
      </ConfirmDialog>
    </>
  )
}

/** The team returns to its event. Helpers may not see the event, and offline only the home page is cached. */
export function wayOut(role: EventRole | null, eventId: number, online: boolean): string {
  return role !== null && online ? teamHome(eventId, role) : paths.home
}

function consequence(waiting: number): string {
  if (waiting === 0) return 'This phone cannot check anyone in until you open check-in here again.'
  return waiting === 1
    ? '1 scan is waiting to be sent. It stays on this phone and is sent when you open check-in here again.'
    : `${plural(waiting, 'scan')} are waiting to be sent. They stay on this phone and are sent when you open check-in here again.`
}

/** Says whether sound is on and the screen stays on. */
function StateLine({ sound, screen }: { sound: Sound; screen: ScreenLock }) {
  return (
    <p role="status" className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
      <span>{soundText(sound)}</span>
      {screen === 'unknown' ? null : <span>{screen === 'on' ? 'Screen stays on' : 'Screen may turn off'}</span>}
    </p>
  )
}

function soundText({ state, muted }: Sound): string {
  if (muted) return 'Sound is off'
  if (state === 'none') return 'This browser cannot play sound'
  return state === 'awake' ? 'Sound is on' : 'Tap anywhere to turn sound on'
}

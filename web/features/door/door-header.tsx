import { CloudOff, LogOut, TriangleAlert, Volume2, VolumeX, Wifi } from 'lucide'
import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { counted, fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door.json'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { countWithUnsent } from '#web/features/door/phone/snapshot.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
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
  exitPath: string
}

/** The event's name, the number of people inside, the connection, and the way out. */
export function DoorHeader({ state, doubleEntries, sound, screen, exitPath }: DoorHeaderProps) {
  const { snapshot, scans } = state
  const { checked_in, held } = countWithUnsent(snapshot, scans)
  const waiting = scans.filter((scan) => scan.waiting).length
  return (
    <header className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 sm:mb-6">
      <LeaveDoor to={exitPath} waiting={waiting} />
      {/* Breaks the line on a phone. */}
      <span aria-hidden className="order-2 w-full sm:hidden" />
      <div className="order-3 flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 sm:order-none sm:ml-3">
        <h1 className="shrink-0 text-lg sm:text-2xl">{common.checkIn}</h1>
        <p className="line-clamp-1 min-w-0 text-sm wrap-anywhere text-ink-soft sm:text-base">{snapshot.event_name}</p>
      </div>
      <p className="figures ml-auto text-right leading-tight">
        <span className="text-2xl font-semibold">{checked_in}</span>
        <span className="text-lg text-ink-soft"> / {held}</span>
        <span className="block text-xs text-ink-soft">{m.checkedInPerTickets}</span>
      </p>
      <button
        type="button"
        className="icon-button order-4 size-12 -mr-2 sm:order-none"
        aria-label={m.sound}
        aria-pressed={!sound.muted}
        onClick={sound.toggleMuted}
        title={sound.muted ? m.turnSoundOn : m.turnSoundOff}
      >
        <Icon icon={sound.muted ? VolumeX : Volume2} className="size-6" />
      </button>
      <div className="order-5 flex w-full flex-wrap items-center gap-x-3 gap-y-1">
        <Connection online={state.online} waiting={waiting} />
        {/* The list of double entries may be hidden below the camera. */}
        {doubleEntries > 0 ? (
          <Badge tone="danger">
            <Icon icon={TriangleAlert} className="size-4" />
            {fill(m.letInByMistake, { count: formatNumber(doubleEntries) })}
          </Badge>
        ) : null}
        <StateLine sound={sound} screen={screen} />
      </div>
    </header>
  )
}

function Connection({ online, waiting }: { online: boolean; waiting: number }) {
  return (
    <div role="status" className="flex">
      <Badge tone={online ? 'success' : 'warning'}>
        <Icon icon={online ? Wifi : CloudOff} className="size-4" />
        {connectionText(online, waiting)}
      </Badge>
    </div>
  )
}

function connectionText(online: boolean, waiting: number): string {
  if (waiting === 0) return online ? common.online : m.offline
  return online
    ? counted(waiting, m.onlineWaiting_one, m.onlineWaiting_other)
    : counted(waiting, m.offlineWaiting_one, m.offlineWaiting_other)
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
        <Icon icon={LogOut} />
        {m.leaveCheckIn}
      </Button>
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title={m.leaveQuestion}
        confirmLabel={m.leave}
        keepLabel={m.stay}
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        <p>{consequence(waiting)}</p>
      </ConfirmDialog>
    </>
  )
}

function consequence(waiting: number): string {
  if (waiting === 0) return m.leaveNothingWaiting
  return counted(waiting, m.leaveScansWaiting_one, m.leaveScansWaiting_other)
}

/** Says whether sound is on and the screen stays on. */
function StateLine({ sound, screen }: { sound: Sound; screen: ScreenLock }) {
  return (
    // On a phone always in a line of its own, so that nothing below moves when the connection's text gets longer.
    <p role="status" className="flex flex-wrap gap-x-3 text-sm text-ink-soft max-sm:w-full">
      <span>{soundText(sound)}</span>
      {screen === 'unknown' ? null : <span>{screen === 'on' ? m.screenStaysOn : m.screenMayTurnOff}</span>}
    </p>
  )
}

function soundText({ state, muted }: Sound): string {
  if (muted) return m.soundOff
  if (state === 'none') return m.soundNone
  return state === 'awake' ? m.soundOn : m.soundAsleep
}

import { DoorClosed as DoorIcon } from 'lucide'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { isAtLeast } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { counted } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { type DoorEntry, type DoorTicket, listDoorEntries } from '#contract/tickets/door.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door.json'
import { callDoor } from '#web/features/door/phone/call-door.ts'
import { loadVerifier } from '#web/features/door/phone/decide.ts'
import { createDoor, type DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { countWaiting } from '#web/features/door/phone/door-storage.ts'
import { exitPath, type OpenedDoor, openDoor, secretIn } from '#web/features/door/phone/open-door.ts'
import { errorOf } from '#web/lib/api/api-error.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { leavePage } from '#web/lib/notices/notice.tsx'
import { useOfflinePage } from '#web/lib/offline/offline.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { type Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Message } from '#web/ui/display/message.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { CameraView, loadReader, useCamera } from './camera.tsx'
import { DeviceName } from './device-name.tsx'
import { DoorHeader } from './door-header.tsx'
import { DoorLinks } from './door-links.tsx'
import { GuestList, guestStatus, PartyButton } from './guest-list.tsx'
import { NumberForm, useKeyboardScanner } from './keyboard.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { DoubleEntries, ScanList, useDoubleEntries, withName } from './scan-list.tsx'
import { useScreenLock, useSound } from './sound-and-screen.ts'
import { AnswerPanel } from './verdicts.tsx'
import { loadPromptPay, WalkInPanel } from './walk-in.tsx'

/** Opens the door, and loads code that the page may later need offline. */
export async function loadDoor(eventId: number): Promise<OpenedDoor> {
  const opened = await openDoor(eventId)
  if (opened.online) await Promise.allSettled([loadVerifier(), loadReader(), loadPromptPay()])
  return opened
}

/** The door, or the reason why it closed. */
export function CheckIn({ opened }: { opened: OpenedDoor }) {
  const { door, state } = useDoor(opened)
  useOfflinePage(opened.online)
  const isClosed = state.closed !== null
  useEffect(() => {
    // A notice such as 'Successfully logged in!' is no longer true.
    if (isClosed) leavePage()
  }, [isClosed])
  return state.closed ? (
    <DoorClosed error={state.closed} eventId={door.eventId} />
  ) : (
    <Scanner door={door} state={state} />
  )
}

/** A screen for one hand: the answer on top, then the camera, with the number field and tabs near the thumb. The
 *  other tabs still show the answer but pause the camera. */
function Scanner({ door, state }: { door: DoorOnPhone; state: DoorState }) {
  const { role } = state.snapshot
  const canSeeProgress = isAtLeast(role, 'desk')
  const [chosen, setChosen] = useState('scans')
  const view = chosen === 'progress' && !canSeeProgress ? 'scans' : chosen
  const isScanning = view === 'scans'
  const camera = useCamera(door.scan, isScanning)
  const sound = useSound(state.answer)
  const screen = useScreenLock()
  const doubleEntries = useDoubleEntries(door, state)
  const undo = useUndo(door, state)
  const answer = state.answer && withName(state.answer, state.snapshot)
  useKeyboardScanner(door.scan)

  const scans = (
    <div className="flex min-w-0 flex-col gap-6">
      <DoubleEntries entries={doubleEntries} />
      <ScanList state={state} onUndo={door.undo} />
      {isAtLeast(role, 'co_host') ? <DoorLinks eventId={door.eventId} eventName={state.snapshot.event_name} /> : null}
      <DeviceName name={state.device} onRename={door.rename} />
    </div>
  )
  const guests = <GuestList state={state} onCheckIn={door.scan} undoOf={undo.undoOf} />
  const tabs: Tab[] = [
    { id: 'scans', label: m.scans, panel: scans },
    { id: 'guests', label: m.guestList, panel: view === 'guests' ? guests : null },
    { id: 'walk-in', label: m.walkIn, panel: view === 'walk-in' ? <WalkInPanel door={door} state={state} /> : null },
  ]
  if (canSeeProgress) {
    const progress = <ProgressPanel state={state} onUndo={undo.askAbout} />
    tabs.push({ id: 'progress', label: m.progress, panel: view === 'progress' ? progress : null })
  }

  return (
    <Page className="pt-[max(0.75rem,env(safe-area-inset-top))]! sm:pt-6!">
      <DoorHeader
        state={state}
        doubleEntries={doubleEntries.length}
        sound={sound}
        screen={screen}
        exitPath={exitPath(role, door.eventId, state.online)}
      />
      {state.snapshot.is_called_off ? (
        <div className="mb-3 font-medium sm:mb-6">
          <Message kind="failure">{errors.event_called_off.message}</Message>
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-3 sm:gap-4 lg:grid-cols-2 lg:items-start lg:gap-8">
        <div
          className={classes(
            'flex min-w-0 flex-col gap-3 sm:gap-4 lg:sticky lg:top-4',
            !isScanning && 'max-lg:sticky max-lg:top-2 max-lg:z-10',
          )}
        >
          <AnswerPanel answer={answer} checking={state.checking} small={!isScanning} />
          <PartyButton state={state} onCheckIn={door.scan} />
          {isScanning ? <CameraView camera={camera} /> : null}
          <div className={classes(!isScanning && 'max-lg:hidden')}>
            <NumberForm onNumber={door.scan} />
          </div>
        </div>
        <Tabs label={m.atTheDoor} tabs={tabs} selected={view} onSelect={setChosen} kind="views" />
      </div>
      <UndoDialog undo={undo} />
    </Page>
  )
}

/** Says why this phone cannot check in, what happens to its unsent scans, and what to do. */
export function DoorClosed({ error, eventId }: { error: unknown; eventId: number }) {
  const waiting = useWaitingScans(eventId)
  const known = errorOf(error)
  // A member of the team may have used a link.
  const canLogIn = known?.code === 'door_link_invalid' && readSession() === null
  return (
    <Page width="text" className="flex flex-col items-center gap-4 pt-16 text-center sm:pt-24">
      <span className="rounded-full bg-accent-soft p-4 text-accent-ink">
        <Icon icon={DoorIcon} className="size-8" />
      </span>
      <h1 className="text-2xl sm:text-3xl">{common.checkIn}</h1>
      <p role="alert" className="max-w-md text-lg">
        {known?.code === 'not_your_event' ? m.notInTeam : (known?.message ?? m.somethingWrong)}
      </p>
      {known?.code === 'no_answer' ? <p className="max-w-md text-ink-soft">{m.openOnceOnline}</p> : null}
      {waiting > 0 ? (
        <p className="max-w-md rounded-md bg-warning-soft px-4 py-3 text-warning">
          {counted(waiting, m.scansWaitingHere_one, m.scansWaitingHere_other)}
        </p>
      ) : null}
      {known?.status === 401 || canLogIn ? (
        <ButtonLink to={loginPath(paths.checkIn(eventId))}>{m.logIn}</ButtonLink>
      ) : null}
      {known?.status === 401 ? null : (
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {common.tryAgain}
        </Button>
      )}
      <ButtonLink to={paths.home} variant="quiet">
        {m.leaveCheckIn}
      </ButtonLink>
    </Page>
  )
}

function useWaitingScans(eventId: number): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    // Rejects if the browser does not allow storage.
    countWaiting(eventId).then(setCount, () => {})
  }, [eventId])
  return count
}

/** Reopens the door when another door link is entered into the address bar. */
export function useNewDoorLink(): void {
  const { revalidate } = useRevalidator()
  const open = useEffectEvent(() => {
    if (secretIn(window.location.hash) !== null) void revalidate()
  })
  useEffect(() => {
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
}

/** How often this phone asks for the changes made by other phones. */
const refreshMs = 5_000
const refreshOfflineMs = 2_000

/** The door and its state, refreshed while the page is open. */
function useDoor(opened: OpenedDoor): { door: DoorOnPhone; state: DoorState } {
  const [door] = useState(() => createDoor(opened))
  const state = useSyncExternalStore(door.subscribe, door.read, door.read)
  useEffect(() => keepRefreshing(door), [door])
  return { door, state }
}

/** Refreshes the door periodically. Returns a function that stops it. */
function keepRefreshing(door: DoorOnPhone): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let stopped = false

  async function refresh() {
    if (running) return
    clearTimeout(timer)
    running = true
    await door.refresh().catch(console.error)
    running = false
    if (!stopped) timer = setTimeout(refreshIfVisible, door.read().online ? refreshMs : refreshOfflineMs)
  }
  function refreshIfVisible() {
    clearTimeout(timer)
    // A hidden page refreshes only while it has scans to send.
    if (document.visibilityState === 'visible' || door.read().scans.some(({ waiting }) => waiting)) void refresh()
    else timer = setTimeout(refreshIfVisible, refreshMs)
  }
  function showOffline() {
    door.change({ online: false })
  }

  void refresh()
  window.addEventListener('online', refresh)
  window.addEventListener('offline', showOffline)
  document.addEventListener('visibilitychange', refreshIfVisible)
  return () => {
    stopped = true
    clearTimeout(timer)
    window.removeEventListener('online', refresh)
    window.removeEventListener('offline', showOffline)
    document.removeEventListener('visibilitychange', refreshIfVisible)
  }
}

function UndoDialog({ undo: { asked, busy, confirm, cancel } }: { undo: ReturnType<typeof useUndo> }) {
  return (
    <ConfirmDialog
      open={asked !== null}
      title={m.undoQuestion}
      confirmLabel={common.undo}
      busy={busy && m.undoing}
      onConfirm={() => void confirm()}
      onClose={cancel}
    >
      <p className="wrap-anywhere">{asked?.who}</p>
      <p>{m.undoConsequence}</p>
    </ConfirmDialog>
  )
}

/** The entry that the dialog asks about. */
interface Question {
  who: string
  undo: () => Promise<void>
}

/** Undoes entries after confirmation. Owner, co-hosts and desk may undo entries of any phone, helpers only this phone's. */
function useUndo(door: DoorOnPhone, { scans, snapshot }: DoorState) {
  const [asked, setAsked] = useState<Question | null>(null)
  const { run, busy } = useAction()

  /** Opens the question about a guest's entry; null if this phone may not undo it. For entries of other phones, a
   *  member's phone asks the server which scan it was. */
  function undoOf(guest: DoorTicket): (() => void) | null {
    const status = guestStatus(guest, scans)
    const own = status.is === 'in' ? status.own : null
    if (own === null && !isAtLeast(snapshot.role, 'desk')) return null
    const who = [guest.fullname, guest.ticket_number].filter(Boolean).join(', ')
    const undo = own ? () => door.undo(own) : () => undoByNumber(door, guest.ticket_number)
    return () => setAsked({ who, undo })
  }

  function askAbout({ scan_id, fullname, ticket_number }: DoorEntry) {
    const own = scans.find((scan) => scan.scan_id === scan_id)
    setAsked({
      who: [fullname, ticket_number].filter(Boolean).join(', '),
      undo: async () => void (own ? await door.undo(own) : await door.undoEntry(scan_id)),
    })
  }

  async function confirm() {
    if (asked === null) return
    await run(asked.undo, m.notUndone)
    setAsked(null)
  }

  return { asked, busy, undoOf, askAbout, confirm, cancel: () => setAsked(null) }
}

async function undoByNumber(door: DoorOnPhone, ticket_number: string): Promise<void> {
  const params = { eventId: String(door.eventId) }
  const [entry] = await callDoor({ secret: null }, listDoorEntries, { params, query: { ticket_number } })
  if (entry) await door.undoEntry(entry.scan_id)
  // Someone else has already undone it.
  else await door.refresh()
}

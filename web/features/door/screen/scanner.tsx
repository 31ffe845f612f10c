import { useState } from 'react'
import { errors } from '#contract/errors.ts'
import { GuestList } from '#web/features/door/guests/guest-list.tsx'
import { DoorLinks } from '#web/features/door/links/door-links.tsx'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { ProgressPanel } from '#web/features/door/progress/progress-panel.tsx'
import { UndoDialog } from '#web/features/door/progress/undo-dialog.tsx'
import { useUndo } from '#web/features/door/progress/use-undo.ts'
import { useCamera } from '#web/features/door/reading/use-camera.ts'
import { useWedge } from '#web/features/door/reading/use-wedge.ts'
import { wayOut } from '#web/features/door/tool/leave-door.tsx'
import { useAwake } from '#web/features/door/tool/use-awake.ts'
import { useSound } from '#web/features/door/tool/use-sound.ts'
import { type Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Message } from '#web/ui/display/message.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { CameraView } from './camera-view.tsx'
import { DeviceName } from './device-name.tsx'
import { DoorHeader } from './door-header.tsx'
import { DoubleEntries } from './double-entries.tsx'
import { NumberForm } from './number-form.tsx'
import { ScanList } from './scan-list.tsx'
import { useDoubleEntries } from './use-double-entries.ts'

/** The screen for one hand: the answer on top, the camera below it, the number field and the tabs near the thumb. Beside
 *  the guest list and the progress the answer stays, and the camera rests. */
export function Scanner({ door, state }: { door: DoorOnPhone; state: DoorState }) {
  const [view, setView] = useState('scans')
  const isScanning = view === 'scans'
  const camera = useCamera(handleCode, isScanning)
  const sound = useSound(state.answer)
  const awake = useAwake()
  const doubleEntries = useDoubleEntries(door, state)
  const undo = useUndo(door, state)
  useWedge(handleCode)

  function handleCode(code: string) {
    void door.take(code)
  }

  const scans = (
    <div className="flex min-w-0 flex-col gap-6">
      <DoubleEntries entries={doubleEntries} />
      <ScanList scans={state.scans} onUndo={door.undo} />
      {door.isOwner ? <DoorLinks eventId={door.eventId} eventName={state.snapshot.event_name} /> : null}
      <DeviceName name={state.device} onRename={door.rename} />
    </div>
  )
  const guests = <GuestList state={state} onCheckIn={handleCode} undoOf={undo.undoOf} />
  const tabs: Tab[] = [
    { id: 'scans', label: 'Scans', panel: scans },
    { id: 'guests', label: 'Guest list', panel: view === 'guests' ? guests : null },
  ]
  if (door.isOwner) {
    const progress = <ProgressPanel state={state} onUndo={undo.askAbout} />
    tabs.push({ id: 'progress', label: 'Progress', panel: view === 'progress' ? progress : null })
  }

  return (
    <Page className="pt-[max(0.75rem,env(safe-area-inset-top))]! sm:pt-6!">
      <DoorHeader
        state={state}
        doubleEntries={doubleEntries.length}
        sound={sound}
        awake={awake}
        wayOut={wayOut(door.isOwner, door.eventId, state.online)}
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
          <AnswerPanel answer={state.answer} checking={state.checking} small={!isScanning} />
          {isScanning ? <CameraView camera={camera} /> : null}
          <div className={classes(!isScanning && 'max-lg:hidden')}>
            <NumberForm onNumber={handleCode} />
          </div>
        </div>
        <Tabs label="At the door" tabs={tabs} selected={view} onSelect={setView} kind="views" />
      </div>
      <UndoDialog undo={undo} />
    </Page>
  )
}

import { useEffect, useEffectEvent, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { DoorLinks } from '#web/features/door/links/door-links.tsx'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import type { KeptScan } from '#web/features/door/phone/kept-scan.ts'
import { useCamera } from '#web/features/door/reading/use-camera.ts'
import { useWedge } from '#web/features/door/reading/use-wedge.ts'
import { Message } from '#web/ui/display/message.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { CameraView } from './camera-view.tsx'
import { DeviceName } from './device-name.tsx'
import { DoorHeader } from './door-header.tsx'
import { DoubleEntries } from './double-entries.tsx'
import { NumberForm } from './number-form.tsx'
import { ScanList } from './scan-list.tsx'
import { keepMuted, readMuted, sound, wakeSound } from './sounds.ts'
import { useDoubleEntries } from './use-double-entries.ts'

/** The screen for one hand: the answer on top, the camera below it, the number field near the thumb. */
export function Scanner({ door, state }: { door: DoorOnPhone; state: DoorState }) {
  const camera = useCamera(handleCode)
  const { muted, toggleMuted } = useAnswerSound(state.answer)
  const doubleEntries = useDoubleEntries(door, state)
  useWedge(handleCode)

  function handleCode(code: string) {
    void door.take(code)
  }

  return (
    <Page className="max-sm:pt-3">
      <DoorHeader state={state} doubleEntries={doubleEntries.length} muted={muted} onMute={toggleMuted} />
      {state.snapshot.is_called_off ? (
        <div className="mb-3 font-medium sm:mb-6">
          <Message kind="failure">{errors.event_called_off.message}</Message>
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-3 sm:gap-4 lg:grid-cols-2 lg:items-start lg:gap-8">
        <div className="flex min-w-0 flex-col gap-3 sm:gap-4">
          <AnswerPanel answer={state.answer} checking={state.checking} />
          <CameraView camera={camera} />
          <NumberForm onNumber={handleCode} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 max-lg:mt-3">
          <DoubleEntries entries={doubleEntries} />
          <ScanList scans={state.scans} onUndo={door.undo} />
          {door.isOwner ? <DoorLinks eventId={door.eventId} eventName={state.snapshot.event_name} /> : null}
          <DeviceName name={state.device} onRename={door.rename} />
        </div>
      </div>
    </Page>
  )
}

/** Plays a sound for every answer, unless muted; the choice is remembered. */
function useAnswerSound(answer: KeptScan | null) {
  const [muted, setMuted] = useState(readMuted)
  const say = useEffectEvent((good: boolean) => sound(good, muted))
  const scanId = answer?.scan_id
  const good = answer?.verdict === 'checked_in'

  useEffect(() => {
    if (scanId !== undefined) say(good)
  }, [scanId, good])

  useEffect(() => {
    const touches = ['pointerdown', 'keydown'] as const
    for (const touch of touches) document.addEventListener(touch, wakeSound)
    return () => {
      for (const touch of touches) document.removeEventListener(touch, wakeSound)
    }
  }, [])

  function toggleMuted() {
    setMuted(!muted)
    keepMuted(!muted)
  }
  return { muted, toggleMuted }
}

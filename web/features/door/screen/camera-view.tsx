import { Camera, CameraOff, Flashlight, FlashlightOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CameraControls } from '#web/features/door/reading/use-camera.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Spinner } from '#web/ui/display/loading.tsx'
import { Message } from '#web/ui/display/message.tsx'

/** The camera's picture with a frame to aim with; while the camera is off, the button that starts it. */
export function CameraView({ camera }: { camera: CameraControls }) {
  const { video, state, problem, torch } = camera
  const off = state === 'off'
  return (
    <div className="flex flex-col gap-3">
      {problem ? <Message kind="failure">{problem}</Message> : null}
      {off ? (
        <Button variant="secondary" wide className="min-h-16 text-lg" onClick={camera.start}>
          <Camera aria-hidden className="size-6" />
          {problem ? 'Try the camera again' : 'Start camera'}
        </Button>
      ) : null}
      <div className={classes('relative h-52 overflow-hidden rounded-lg bg-shade sm:h-80', off && 'hidden')}>
        <video ref={video} muted playsInline aria-label="Camera" className="size-full object-cover" />
        <div aria-hidden className="pointer-events-none absolute inset-0 grid place-items-center">
          {state === 'on' ? (
            <span className="size-40 rounded-lg border-4 border-white/80 sm:size-56" />
          ) : (
            <span className="text-white">
              <Spinner />
            </span>
          )}
        </div>
        <div className="absolute right-2 bottom-2 flex gap-2">
          {torch ? (
            <RoundButton label="Light" pressed={torch.on} onClick={torch.toggle}>
              {torch.on ? <FlashlightOff aria-hidden /> : <Flashlight aria-hidden />}
            </RoundButton>
          ) : null}
          <RoundButton label="Stop camera" onClick={camera.stop}>
            <CameraOff aria-hidden />
          </RoundButton>
        </div>
      </div>
    </div>
  )
}

interface RoundButtonProps {
  label: string
  pressed?: boolean
  onClick: () => void
  children: ReactNode
}

function RoundButton({ label, pressed, onClick, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
      className="grid size-12 place-items-center rounded-full bg-card text-ink shadow-float"
    >
      {children}
    </button>
  )
}

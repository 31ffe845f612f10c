import { Camera, CameraOff, Flashlight, FlashlightOff } from 'lucide'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as m from '#messages/door.json'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Spinner } from '#web/ui/display/loading.tsx'
import { Message } from '#web/ui/display/message.tsx'

/** The camera's picture with an aiming frame, or a button that starts the camera. */
export function CameraView({ camera }: { camera: CameraControls }) {
  const { video, state, problem, torch } = camera
  const off = state === 'off'
  return (
    <div className="flex flex-col gap-3">
      {problem ? <Message kind="failure">{problem}</Message> : null}
      {off ? (
        <Button variant="secondary" wide className="min-h-16 text-lg" onClick={camera.start}>
          <Icon icon={Camera} className="size-6" />
          {problem ? m.tryCameraAgain : m.startCamera}
        </Button>
      ) : null}
      <div className={classes('relative h-52 overflow-hidden rounded-lg bg-shade sm:h-80', off && 'hidden')}>
        <video ref={video} muted playsInline aria-label={m.camera} className="size-full object-cover" />
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
            <RoundButton label={m.flashlight} pressed={torch.on} onClick={torch.toggle}>
              <Icon icon={torch.on ? FlashlightOff : Flashlight} className="size-6" />
            </RoundButton>
          ) : null}
          <RoundButton label={m.stopCamera} onClick={camera.stop}>
            <Icon icon={CameraOff} className="size-6" />
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

interface CameraControls {
  video: RefObject<HTMLVideoElement | null>
  state: 'off' | 'starting' | 'on'
  /** Why the camera failed; null if it did not. */
  problem: string | null
  /** The camera's light; null if it has none. */
  torch: { on: boolean; toggle: () => void } | null
  start: () => void
  stop: () => void
}

/** Starts the camera automatically if permission was already granted. Pauses it while the page is hidden or `shown`
 *  is false. */
export function useCamera(onCode: (code: string) => void, shown: boolean): CameraControls {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<OpenedCamera | null>(null)
  const [wanted, setWanted] = useState(false)
  const [visible, setVisible] = useState(true)
  const [state, setState] = useState<CameraControls['state']>('off')
  const [problem, setProblem] = useState<string | null>(null)
  const [torch, setTorch] = useState<boolean | null>(null)
  const handleCode = useEffectEvent(onCode)

  useEffect(() => {
    void isCameraAllowed().then((allowed) => allowed && setWanted(true))
    const handleVisibility = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', handleVisibility)
    return () => document.removeEventListener('visibilitychange', handleVisibility)
  }, [])

  const running = wanted && visible && shown
  useEffect(() => {
    const screen = video.current
    if (!running || screen === null) return
    let stopped = false
    setState('starting')
    setProblem(null)
    const fail = (text: string) => {
      if (stopped) return
      setProblem(text)
      setWanted(false)
    }
    openCamera(screen, handleCode, () => fail(m.cameraFailed)).then(
      (opened) => {
        if (stopped) return opened.stop()
        camera.current = opened
        setTorch(opened.setTorch ? false : null)
        setState('on')
      },
      (error: unknown) => fail(cameraProblem(error)),
    )
    return () => {
      stopped = true
      camera.current?.stop()
      camera.current = null
      setTorch(null)
      setState('off')
    }
  }, [running])

  async function toggleTorch(on: boolean) {
    await camera.current?.setTorch?.(on).then(() => setTorch(on), console.error)
  }

  return {
    video,
    state,
    problem,
    torch: torch === null ? null : { on: torch, toggle: () => void toggleTorch(!torch) },
    start: () => setWanted(true),
    stop: () => setWanted(false),
  }
}

/** The pause between two frames: about eight are read per second. */
const framePauseMs = 110

interface OpenedCamera {
  stop: () => void
  /** Switches the camera's light; null if it has none. */
  setTorch: ((on: boolean) => Promise<void>) | null
}

/** Shows the rear camera and reads QR codes until stopped. Rejects with the browser's error if the camera cannot be
 *  used. `onEnd` is called if the phone takes the camera away. */
async function openCamera(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  onEnd: () => void,
): Promise<OpenedCamera> {
  if (!navigator.mediaDevices) throw new DOMException('Only on https and localhost.', 'SecurityError')
  const constraints = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: constraints, audio: false })
  for (const track of stream.getTracks()) track.addEventListener('ended', onEnd)
  let open = true
  const stop = () => {
    open = false
    for (const track of stream.getTracks()) track.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  try {
    video.srcObject = stream
    const [read] = await Promise.all([loadReader(), video.play()])
    const isNew = createCooldown()
    void readFrames()
    return { stop, setTorch: torchOf(stream) }

    async function readFrames() {
      while (open) {
        const code = await read(video).catch(() => null)
        if (open && code !== null && isNew(code, performance.now())) onCode(code)
        await new Promise((resolve) => setTimeout(resolve, framePauseMs))
      }
    }
  } catch (error) {
    stop()
    throw error
  }
}

function torchOf(stream: MediaStream): OpenedCamera['setTorch'] {
  const [track] = stream.getVideoTracks()
  const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined
  if (!track || !capabilities?.torch) return null
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}

/** Whether the user has already allowed the camera. */
async function isCameraAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName })
    return state === 'granted'
  } catch {
    return false
  }
}

/** The message for an error of `getUserMedia` (names: Media Capture and Streams, 10.3.11). */
function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return m.cameraNotAllowed
  if (name === 'SecurityError') return m.cameraInsecure
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return m.cameraMissing
  return name === 'NotReadableError' ? m.cameraBusy : m.cameraFailed
}

/** The text of the QR code in a frame; null without one. */
type ReadFrame = (video: HTMLVideoElement) => Promise<string | null>

/** The longest side of a decoded frame, in pixels: enough for a ticket's code, and light on the processor. */
const longestSide = 640

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

/** The browser's own decoder, or a library that is loaded only if needed. */
export async function loadReader(): Promise<ReadFrame> {
  return (await nativeReader()) ?? libraryReader()
}

async function nativeReader(): Promise<ReadFrame | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  try {
    if (!(await Detector?.getSupportedFormats())?.includes('qr_code') || !Detector) return null
    const detector = new Detector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  } catch {
    return null
  }
}

async function libraryReader(): Promise<ReadFrame> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (drawing === null || canvas.width === 0 || canvas.height === 0) return null
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(drawing.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // No readable code in this frame.
      return null
    }
  }
}

/** After this time out of view a code counts as new again. */
const outOfViewMs = 3_000

/** Returns a function that says whether a code is new. A code that stays in view counts once. */
export function createCooldown(): (code: string, now: number) => boolean {
  const seenAt = new Map<string, number>()
  return (code, now) => {
    for (const [other, at] of seenAt) if (now - at >= outOfViewMs) seenAt.delete(other)
    const isNew = !seenAt.has(code)
    seenAt.set(code, now)
    return isNew
  }
}

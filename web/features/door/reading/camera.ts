import { createCooldown } from './cooldown.ts'
import { createReader } from './qr-reader.ts'

/** The pause between two pictures, in milliseconds: about eight pictures a second are read. */
const pause = 110

export interface Camera {
  stop: () => void
  /** Switches the camera's lamp; null where it has none. */
  setTorch: ((on: boolean) => Promise<void>) | null
}

/** Shows the camera at the phone's back and reads QR codes from it until it is stopped. Rejects with the browser's
 *  reason where no camera is available. */
export async function openCamera(video: HTMLVideoElement, onCode: (code: string) => void): Promise<Camera> {
  if (!navigator.mediaDevices) throw new DOMException('Only on https and localhost.', 'SecurityError')
  const constraints = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: constraints, audio: false })
  let open = true
  const stop = () => {
    open = false
    for (const track of stream.getTracks()) track.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  try {
    video.srcObject = stream
    const [read] = await Promise.all([createReader(), video.play()])
    const isNew = createCooldown()
    void look()
    return { stop, setTorch: torchOf(stream) }

    async function look() {
      while (open) {
        const code = await read(video).catch(() => null)
        if (open && code !== null && isNew(code, performance.now())) onCode(code)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  } catch (error) {
    stop()
    throw error
  }
}

function torchOf(stream: MediaStream): Camera['setTorch'] {
  const [track] = stream.getVideoTracks()
  const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined
  if (!track || !capabilities?.torch) return null
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}

/** Whether the camera may be used without asking, so that it can start by itself. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName })
    return state === 'granted'
  } catch {
    return false
  }
}

/** Words for an error of `getUserMedia` (the names are those of Media Capture and Streams, 10.3.11). */
export function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return 'The camera is not allowed here. Allow it in the settings of your browser, or type the numbers.'
  }
  if (name === 'SecurityError')
    return 'The camera works over https only. Type the numbers, or use a plugged-in scanner.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'There is no camera. Type the numbers, or use a plugged-in scanner.'
  }
  if (name === 'NotReadableError')
    return 'Another app is using the camera. Close it and try again, or type the numbers.'
  return 'The camera could not be started. Try again, or type the numbers.'
}

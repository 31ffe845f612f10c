import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Camera, cameraProblem, isCameraAllowed, openCamera } from './camera.ts'

export interface CameraControls {
  video: RefObject<HTMLVideoElement | null>
  state: 'off' | 'starting' | 'on'
  /** Words that say why there is no picture; null where there is one or the camera is off. */
  problem: string | null
  /** The camera's lamp; null where it has none. */
  torch: { on: boolean; toggle: () => void } | null
  start: () => void
  stop: () => void
}

/** The camera, from the moment it is started; it pauses while the page is hidden or `shown` is false. */
export function useCamera(onCode: (code: string) => void, shown: boolean): CameraControls {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<Camera | null>(null)
  const [wanted, setWanted] = useState(false)
  const [visible, setVisible] = useState(true)
  const [state, setState] = useState<CameraControls['state']>('off')
  const [problem, setProblem] = useState<string | null>(null)
  const [torch, setTorch] = useState<boolean | null>(null)
  const handleCode = useEffectEvent(onCode)

  useEffect(() => {
    void isCameraAllowed().then((allowed) => allowed && setWanted(true))
    const follow = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])

  const running = wanted && visible && shown
  useEffect(() => {
    const screen = video.current
    if (!running || screen === null) return
    let left = false
    setState('starting')
    setProblem(null)
    openCamera(screen, handleCode).then(
      (opened) => {
        if (left) return opened.stop()
        camera.current = opened
        setTorch(opened.setTorch ? false : null)
        setState('on')
      },
      (error: unknown) => {
        if (left) return
        setProblem(cameraProblem(error))
        setWanted(false)
      },
    )
    return () => {
      left = true
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

/** Reads the QR code in a camera's picture; null where there is none. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string | null>

/** Pictures are read at this width and height at most: it suffices for a ticket's code and keeps the phone cool. */
const largest = 640

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

/** The browser's own reader where it has one, otherwise ours, which is loaded only then. */
export async function createReader(): Promise<ReadFrame> {
  return (await nativeReader()) ?? ownReader()
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

async function ownReader(): Promise<ReadFrame> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, largest / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (drawing === null || canvas.width === 0 || canvas.height === 0) return null
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(drawing.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // This picture contains no readable code.
      return null
    }
  }
}

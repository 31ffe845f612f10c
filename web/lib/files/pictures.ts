import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { errors } from '#contract/errors.ts'
import { imageBytes, imageMegapixels, imageSide, imageTooManyPixels, imageTypes } from '#contract/pictures.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'

/** The `accept` attribute of an `<input type="file">` for pictures. */
export const imageAccept = imageTypes.join(',')

/** Why the type or size of a file is refused; null if it is fine. The server also checks the content. */
export function imageProblem({ type, size }: File): string | null {
  if (!imageTypes.some((known) => known === type)) return errors.image_wrong_type.message
  return size <= imageBytes ? null : errors.image_too_large.message
}

/** Shows a notice if the file is not an accepted picture. `attempt` as in `notify`. */
function isImage(file: File, attempt: string | null = null): boolean {
  const problem = imageProblem(file)
  if (problem) notify.failure(problem, { attempt, needsNetwork: false })
  return problem === null
}

/** A part of a picture, in its pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** In pixels: twice the widest picture that the server stores. */
const maxWidth = 2_560
/** For `canvas.toBlob`, from 0 to 1. */
const quality = 0.92

/** Crops a picture to a JPEG of the same name. Throws if the browser cannot. */
export async function cropped(file: File, { x, y, width, height }: Area): Promise<File> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, maxWidth / width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('The browser cannot draw pictures.')
  // JPEG has no transparency, so transparent parts become white.
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (made === null) throw new Error('The browser could not create the picture.')
  return new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
}

/** Why this browser cannot show the picture, or the server would refuse its size; null if it is fine. */
export async function drawingProblem(file: File): Promise<string | null> {
  try {
    const { width, height } = await sizeOf(file)
    const isTooLarge = width * height > imageMegapixels * 1_000_000 || Math.max(width, height) > imageSide
    return isTooLarge ? imageTooManyPixels : null
  } catch {
    return errors.image_unreadable.message
  }
}

/** In pixels, after rotation by its metadata. */
async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

/** A blob URL for a file; undefined without a file. */
export function useObjectUrl(file: Blob | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (file === null) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}

interface ImageUpload {
  upload: (file: File, onProgress: (sent: number) => void) => Promise<unknown>
  /** The notice for a failure. */
  failure: string
}

/** Uploads a picture as soon as it is chosen, and shows it during the upload. */
export function useImageUpload({ upload, failure }: ImageUpload) {
  const [file, setFile] = useState<File | null>(null)
  const { sent, send } = useSending()
  const { revalidate } = useRevalidator()

  async function handleFile(chosen: File) {
    if (!isImage(chosen, failure)) return
    setFile(chosen)
    try {
      await send(async (onProgress) => {
        await upload(chosen, onProgress)
        settle(failure)
        await revalidate()
      })
    } catch {
      notify.failure(failure, { attempt: failure })
    }
    setFile(null)
  }

  return { preview: useObjectUrl(file), sent, handleFile }
}

/** `sent` is the uploaded share, from 0 to 1; null while there is no upload. */
export function useSending() {
  const [sent, setSent] = useState<number | null>(null)

  async function send<T>(call: (onProgress: (sent: number) => void) => Promise<T>): Promise<T> {
    setSent(0)
    try {
      return await call(setSent)
    } finally {
      setSent(null)
    }
  }

  return { sent, send }
}

import { errors } from '#contract/errors.ts'
import { imageMegapixels } from '#contract/pictures.ts'

/** A part of a picture, in its pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The widest picture that is made, in pixels: twice the widest that the server stores. */
const widest = 2_560
/** JPEG's own scale, from 0 to 1. */
const quality = 0.92

/** Cuts a part out of a picture, as a JPEG of the same name. Throws where the browser cannot. */
export async function cropped(file: File, { x, y, width, height }: Area): Promise<File> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, widest / width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('The browser draws no pictures.')
  // JPEG knows no transparency: what shows through is white.
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (made === null) throw new Error('The browser made no picture.')
  return new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
}

/** Why this browser cannot show a chosen picture, or the server would refuse it for its size; null where all is well. */
export async function drawingProblem(file: File): Promise<string | null> {
  try {
    const { width, height } = await sizeOf(file)
    const isTooLarge = width * height > imageMegapixels * 1_000_000
    return isTooLarge ? `Use a picture of at most ${imageMegapixels} megapixels.` : null
  } catch {
    return errors.image_unreadable.message
  }
}

/** Pixels, upright as the picture is shown. */
async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/fields.json'
/** The widths in pixels in which each picture is stored; a smaller original is not enlarged. */
export const pictureWidths = [96, 320, 640, 1280] as const

/** Accepted file types. The server checks the content, not the name. */
export const imageTypes = ['image/jpeg', 'image/png'] as const
export const imageBytes = 5 * 1024 * 1024
export const imageMegapixels = 40
/** Pixels in width and in height. */
export const imageSide = 12_000
export const imageTooManyPixels = fill(m.pictureTooManyPixels, {
  megapixels: imageMegapixels,
  side: imageSide.toLocaleString('en'),
})

/** `srcset` of a stored picture; undefined for any other address. */
export function pictureSources(address: string): string | undefined {
  const stem = /^(\/pictures\/.+)-\d+\.webp$/.exec(address)?.[1]
  return stem === undefined ? undefined : pictureWidths.map((width) => `${stem}-${width}.webp ${width}w`).join(', ')
}

import { errors } from '#contract/errors.ts'
import { imageBytes, imageTypes } from '#contract/pictures.ts'

/** For an `<input type="file">` that takes a picture. */
export const imageAccept = imageTypes.join(',')

/** What is wrong with a file that somebody chose as a picture, in words; null where nothing is. The server looks closer. */
export function imageProblem({ type, size }: File): string | null {
  if (!imageTypes.some((known) => known === type)) return errors.image_wrong_type.message
  return size > imageBytes ? errors.image_too_large.message : null
}

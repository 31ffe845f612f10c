import { errors } from '#contract/errors.ts'
import { imageBytes, imageTypes } from '#contract/pictures.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** For an `<input type="file">` that takes a picture. */
export const imageAccept = imageTypes.join(',')

/**
 * Whether a file that somebody chose can be a picture; where not, a notice says why. The server looks closer. `deed`: what
 * it was chosen for, as `notify` has it.
 */
export function isImage({ type, size }: File, deed: string | null = null): boolean {
  const isKnown = imageTypes.some((known) => known === type)
  if (isKnown && size <= imageBytes) return true
  notify.failure(errors[isKnown ? 'image_too_large' : 'image_wrong_type'].message, { deed })
  return false
}

import { errors } from '#contract/errors.ts'
import { imageBytes, imageTypes } from '#contract/pictures.ts'
import { notify } from '#web/lib/notices/notice.tsx'

/** The `accept` attribute of an `<input type="file">` for pictures. */
export const imageAccept = imageTypes.join(',')

/** Whether a chosen file can be a picture; if not, a notice says why. The server checks it more closely. `deed`
 *  names the attempt, as in `notify`. */
export function isImage({ type, size }: File, deed: string | null = null): boolean {
  const isKnown = imageTypes.some((known) => known === type)
  if (isKnown && size <= imageBytes) return true
  notify.failure(errors[isKnown ? 'image_too_large' : 'image_wrong_type'].message, { deed })
  return false
}
